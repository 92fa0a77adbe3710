package threadwall.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Text for a terminal of 100 columns: a table whose last column is wrapped, and sentences.
 *
 * @param titles of the columns; one that begins with a blank has figures, which stand at the right
 */
record TerminalGrid(List<String> titles, List<List<String>> rows) {

    static final int WIDTH = 98;

    private static final String GAP = "  ";

    /** The narrowest a wrapped column gets, whatever the others take. */
    private static final int NARROWEST = 20;

    String render() {
        var widths = new int[titles.size() - 1];
        for (int i = 0; i < widths.length; i++) {
            widths[i] = titles.get(i).strip().length();
            for (var row : rows) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        var out = new StringBuilder();
        line(out, titles, widths);
        rows.forEach(row -> line(out, row, widths));
        return out.toString();
    }

    private void line(StringBuilder out, List<String> cells, int[] widths) {
        int left = Arrays.stream(widths).map(width -> width + GAP.length()).sum();
        var line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            var cell = cells.get(i).strip();
            var blanks = " ".repeat(widths[i] - cell.length());
            line.append(titles.get(i).startsWith(" ") ? blanks + cell : cell + blanks)
                    .append(GAP);
        }
        var wrapped = wrap(cells.getLast().strip(), Math.max(NARROWEST, WIDTH - left));
        out.append((line + wrapped.getFirst()).stripTrailing()).append('\n');
        wrapped.stream()
                .skip(1)
                .forEach(more -> out.append(" ".repeat(left)).append(more).append('\n'));
    }

    /** A sentence in lines of the width, all but the first indented. */
    static String sentence(String text, String indent) {
        return String.join("\n" + indent, wrap(text, WIDTH - indent.length())) + "\n";
    }

    /** Lines of at most so many columns, broken at blanks; a longer word keeps a line to itself. One at least. */
    static List<String> wrap(String text, int width) {
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
