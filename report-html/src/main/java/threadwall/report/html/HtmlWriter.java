package threadwall.report.html;

import threadwall.report.TableFormat;

/** HTML as it is written: whatever is text or the value of an attribute stays that. */
final class HtmlWriter {

    private static final int DELETE = 0x7f;

    private final StringBuilder out = new StringBuilder();

    /** @param attributes name, value, name, value, … */
    HtmlWriter open(String tag, String... attributes) {
        out.append('<').append(tag);
        for (int i = 0; i < attributes.length; i += 2) {
            out.append(' ').append(attributes[i]).append("=\"");
            escape(attributes[i + 1]);
            out.append('"');
        }
        out.append('>');
        return this;
    }

    HtmlWriter close(String tag) {
        out.append("</").append(tag).append('>');
        return this;
    }

    /** Text on one line: control characters and those that turn the direction of writing are blanks. */
    HtmlWriter text(String text) {
        escape(text);
        return this;
    }

    /** Text whose lines stay lines, for {@code pre}. */
    HtmlWriter lines(String text) {
        text.lines().forEach(line -> text(line).line());
        return this;
    }

    HtmlWriter element(String tag, String text, String... attributes) {
        return open(tag, attributes).text(text).close(tag);
    }

    /** Markup, style or script as it is: of ours, never from a record. */
    HtmlWriter ours(String markup) {
        out.append(markup);
        return this;
    }

    HtmlWriter line() {
        out.append('\n');
        return this;
    }

    private void escape(String text) {
        text.codePoints().forEach(c -> {
            switch (c) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '"' -> out.append("&quot;");
                case '\'' -> out.append("&#39;");
                default -> out.appendCodePoint(steers(c) ? ' ' : c);
            }
        });
    }

    /** As {@link TableFormat#onOneLine}: what breaks a line, or turns the direction of writing. */
    private static boolean steers(int c) {
        return c < ' '
                || c >= DELETE
                        && switch (Character.getType(c)) {
                            case Character.CONTROL,
                                    Character.FORMAT,
                                    Character.LINE_SEPARATOR,
                                    Character.PARAGRAPH_SEPARATOR -> true;
                            default -> false;
                        };
    }

    @Override
    public String toString() {
        return out.toString();
    }
}
