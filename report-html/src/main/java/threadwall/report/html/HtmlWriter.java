package threadwall.report.html;

import threadwall.report.TableFormat;

/** Writes HTML. Texts and values of attributes are escaped. */
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

    /** Text on one line. Control characters and those that change the direction of writing become blanks. */
    HtmlWriter text(String text) {
        escape(text);
        return this;
    }

    HtmlWriter element(String tag, String text, String... attributes) {
        return open(tag, attributes).text(text).close(tag);
    }

    /** Begins a section with its heading. */
    HtmlWriter section(String id, String heading) {
        return open("section", "id", id).element("h2", heading).line();
    }

    HtmlWriter endSection() {
        return close("section").line();
    }

    HtmlWriter heading(String text) {
        return element("h3", text).line();
    }

    /** A sentence about the figures, in small print. */
    HtmlWriter note(String sentence) {
        return element("p", sentence, "class", "note").line();
    }

    /** Says how many rows a table leaves out, so that the file stays small. */
    void omitted(int rows) {
        if (rows > 0) {
            note("%s, here and in the charts above; ./threadwall report --csv has them all."
                    .formatted(PlainText.leftOut(rows, "row")));
        }
    }

    /** Lines in the font of code. */
    HtmlWriter code(String lines) {
        open("pre");
        lines.lines().forEach(line -> text(line).line());
        return close("pre").line();
    }

    /** Markup, style or script of this project, which is written as it is. It never comes from a record. */
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
                default -> out.appendCodePoint(isControl(c) ? ' ' : c);
            }
        });
    }

    /** As {@link TableFormat#onOneLine}: breaks a line, or changes the direction of writing. */
    private static boolean isControl(int c) {
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
