package threadwall.report.html;

/**
 * A chart with its heading, note and table.
 *
 * @param id of its section, and its name in the page's JSON
 * @param heading its title and what distinguishes it from similar charts
 * @param label description for screen readers
 * @param note how the figures are measured
 * @param table has the same figures
 */
record Chart(String id, String heading, String label, ChartSpec spec, String note, ChartTable table) {

    void write(HtmlWriter html) {
        html.open("section", "class", "chart", "id", id)
                .element("h2", heading)
                .line()
                .open("figure", "data-chart", id, "role", "img", "aria-label", label)
                .close("figure")
                .line()
                .element("p", note, "class", "note")
                .line();
        table.write(html);
        html.endSection();
    }

    /** The table under the heading. */
    String markdown() {
        return table.markdown(heading);
    }
}
