package threadwall.report.html;

/**
 * A chart with what stands around it.
 *
 * @param id of its section, and its name in the page's JSON
 * @param heading its title, with what tells it from others of its kind
 * @param label what it is, for those who do not see it
 * @param note how the figures come about
 * @param table the same figures
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
}
