package threadwall.report.html;

import threadwall.report.Format;

/** HTML as it is written: whatever is text or the value of an attribute stays that. */
final class Html {

    private final StringBuilder out = new StringBuilder();

    /** @param attributes name, value, name, value, … */
    Html open(String tag, String... attributes) {
        out.append('<').append(tag);
        for (int i = 0; i < attributes.length; i += 2) {
            out.append(' ').append(attributes[i]).append("=\"");
            escape(Format.onOneLine(attributes[i + 1]));
            out.append('"');
        }
        out.append('>');
        return this;
    }

    Html close(String tag) {
        out.append("</").append(tag).append('>');
        return this;
    }

    /** Text on one line: control characters and those that turn the direction of writing are blanks. */
    Html text(String text) {
        escape(Format.onOneLine(text));
        return this;
    }

    /** Text whose lines stay lines, for {@code pre}. */
    Html lines(String text) {
        text.lines().forEach(line -> text(line).line());
        return this;
    }

    Html element(String tag, String text, String... attributes) {
        return open(tag, attributes).text(text).close(tag);
    }

    /** Markup, style or script as it is: of ours, never from a record. */
    Html ours(String markup) {
        out.append(markup);
        return this;
    }

    Html line() {
        out.append('\n');
        return this;
    }

    private void escape(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '"' -> out.append("&quot;");
                case '\'' -> out.append("&#39;");
                default -> out.append(c);
            }
        }
    }

    @Override
    public String toString() {
        return out.toString();
    }
}
