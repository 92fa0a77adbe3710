package threadwall.report.html;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import threadwall.report.TableColumn;
import threadwall.report.TableFormat;

/**
 * A table of a report.
 *
 * @param failed indices of the rows that have no figures because of a failure
 */
record ChartTable(List<TableColumn> columns, List<List<String>> rows, Set<Integer> failed) {

    ChartTable(List<TableColumn> columns, List<List<String>> rows) {
        this(columns, rows, Set.of());
    }

    /**
     * A table with a row for each entry. Rows without figures are marked as failed.
     *
     * @param lines have the entries: the line of a server in a chart, for example
     */
    static <L> ChartTable of(
            List<TableColumn> columns,
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
        return new ChartTable(columns, rows, failed);
    }

    void write(HtmlWriter html) {
        html.open("div", "class", "scroll").open("table").open("thead").open("tr");
        for (int i = 0; i < columns.size(); i++) {
            cell(html, "th", i, columns.get(i).title());
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

    String markdown(String heading) {
        return "### " + TableFormat.markdown(heading) + "\n\n" + TableFormat.markdown(columns, rows);
    }

    private void cell(HtmlWriter html, String tag, int column, String text) {
        var attributes = columns.get(column).right() ? new String[] {"class", "number"} : new String[0];
        html.element(tag, text, attributes);
    }
}
