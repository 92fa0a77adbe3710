package threadwall.report.html;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * A table of a report.
 *
 * @param titles of the columns; one that begins with a blank has figures, which stand at the right
 * @param failed places of the rows that have no figure because of a failure
 */
record ChartTable(List<String> titles, List<List<String>> rows, Set<Integer> failed) {

    ChartTable(List<String> titles, List<List<String>> rows) {
        this(titles, rows, Set.of());
    }

    /**
     * A row for each entry, marked as failed where it has no figures.
     *
     * @param lines what has entries, such as the line of a server in a chart
     */
    static <L> ChartTable of(
            List<String> titles,
            List<L> lines,
            Function<L, List<ReportEntry>> entries,
            BiFunction<L, ReportEntry, List<String>> row) {
        var rows = new ArrayList<List<String>>();
        var failed = new HashSet<Integer>();
        for (var line : lines) {
            for (var entry : entries.apply(line)) {
                if (entry.gap() != null) {
                    failed.add(rows.size());
                }
                rows.add(row.apply(line, entry));
            }
        }
        return new ChartTable(titles, rows, failed);
    }

    boolean isFigure(int column) {
        return titles.get(column).startsWith(" ");
    }

    void write(HtmlWriter html) {
        html.open("div", "class", "scroll").open("table").open("thead").open("tr");
        for (int i = 0; i < titles.size(); i++) {
            cell(html, "th", i, titles.get(i).strip());
        }
        html.close("tr").close("thead").line().open("tbody").line();
        for (int i = 0; i < rows.size(); i++) {
            html.open("tr", failed.contains(i) ? new String[] {"class", "failed"} : new String[0]);
            for (int column = 0; column < rows.get(i).size(); column++) {
                cell(html, "td", column, rows.get(i).get(column));
            }
            html.close("tr").line();
        }
        html.close("tbody").close("table").close("div").line();
    }

    private void cell(HtmlWriter html, String tag, int column, String text) {
        var attributes = isFigure(column) ? new String[] {"class", "number"} : new String[0];
        html.element(tag, text, attributes);
    }
}
