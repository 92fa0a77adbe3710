package threadwall.report.html;

import java.util.List;
import threadwall.report.SweepColumns;

/** The whole table, as a sweep prints it. */
final class FiguresSection {

    private FiguresSection() {}

    static void write(HtmlWriter html, List<StepGroup> groups, SizeBudget budget) {
        html.section("figures", "All figures")
                .note("Values: median (range) of the repeats that ended well. ratio: requests/s divided by those of"
                        + " spring-blocking in the same repeat, or of the run's first server if it lacks"
                        + " spring-blocking."
                        + (hasInterval(groups)
                                ? " With three or more repeats it is a geometric mean (95 % t-interval);"
                                        + " \"no difference\" means that the interval contains 1."
                                : "")
                        + " failed: failed requests of all repeats.");
        for (var group : groups) {
            if (groups.size() > 1) {
                html.heading(group.setting().words());
            }
            var shown = group.within(budget);
            var columns = SweepColumns.of(
                    shown.entries().stream().map(ReportEntry::row).toList());
            new ChartTable(
                            columns.stream().map(column -> column.heading).toList(),
                            shown.entries().stream()
                                    .map(entry -> row(entry, columns, budget))
                                    .toList())
                    .write(html);
            html.omitted(group.entries().size() - shown.entries().size());
        }
        html.endSection();
    }

    private static boolean hasInterval(List<StepGroup> groups) {
        return groups.stream()
                .flatMap(group -> group.entries().stream())
                .anyMatch(entry -> entry.row().responses().ratioInterval() != null);
    }

    private static List<String> row(ReportEntry entry, List<SweepColumns> columns, SizeBudget budget) {
        return columns.stream()
                .map(column -> column == SweepColumns.SERVER
                        ? entry.series()
                        : PlainText.brief(column.of(entry.row()), budget.words()))
                .toList();
    }
}
