package threadwall.report.html;

/** Says what a report leaves out so that it stays a file that opens quickly. */
final class OmissionNotes {

    private OmissionNotes() {}

    static void rows(HtmlWriter html, int rows) {
        if (rows > 0) {
            say(
                    html,
                    "%s more left out, here and in the charts above: ./threadwall report --csv has them all."
                            .formatted(PlainText.plural(rows, "row")));
        }
    }

    static void say(HtmlWriter html, String sentence) {
        html.element("p", sentence, "class", "note").line();
    }
}
