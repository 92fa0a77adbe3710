package threadwall.report.html;

import java.util.List;

/**
 * A table of a report.
 *
 * @param titles of the columns; one that begins with a blank has figures, which stand at the right
 */
record Cells(List<String> titles, List<List<String>> rows) {

    boolean isFigure(int column) {
        return titles.get(column).startsWith(" ");
    }

    void write(Html html) {
        html.open("div", "class", "scroll").open("table").open("thead").open("tr");
        for (int i = 0; i < titles.size(); i++) {
            cell(html, "th", i, titles.get(i).strip());
        }
        html.close("tr").close("thead").line().open("tbody").line();
        for (var row : rows) {
            html.open("tr");
            for (int i = 0; i < row.size(); i++) {
                cell(html, "td", i, row.get(i));
            }
            html.close("tr").line();
        }
        html.close("tbody").close("table").close("div").line();
    }

    private void cell(Html html, String tag, int column, String text) {
        var attributes = isFigure(column) ? new String[] {"class", "n"} : new String[0];
        html.element(tag, text, attributes);
    }
}
