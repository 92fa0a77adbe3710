package threadwall.report;

import java.util.ArrayList;
import java.util.List;

/** Breaks sentences into lines, for a terminal of 100 columns unless another width is given. */
public final class LineWrap {

    static final int WIDTH = 98;

    private LineWrap() {}

    /** A sentence as lines. Every line but the first starts with the indent. */
    static String sentence(String text, String indent) {
        return String.join("\n" + indent, wrap(text, WIDTH - indent.length())) + "\n";
    }

    /** A sentence whose first line starts with a label. The label is cut to, or filled up to, the width of the indent. */
    static String labelled(String label, String sentence, String indent) {
        return (label + indent).substring(0, indent.length()) + sentence(sentence, indent);
    }

    /** Breaks a text at blanks into one or more lines of at most this width. A longer word gets a line of its own. */
    public static List<String> wrap(String text, int width) {
        var lines = new ArrayList<String>();
        var line = new StringBuilder();
        for (var word : text.split(" ")) {
            if (!line.isEmpty() && line.length() + 1 + word.length() > width) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ").append(word);
        }
        lines.add(line.toString());
        return lines;
    }
}
