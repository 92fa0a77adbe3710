package threadwall.report.html;

import java.util.Objects;
import java.util.stream.Stream;

/** Entries as the points of a line, and the remarks on them for the table below the chart. */
final class ChartPoints {

    private ChartPoints() {}

    /**
     * @param server decides the line's colour
     * @param places the entry at each value of x, {@code null} where there is none
     */
    static ChartSpec.Series series(
            String label, String server, boolean dash, ReportEntry[] places, Measure measure, SizeBudget budget) {
        return ChartSpec.Series.medians(
                label,
                server,
                dash,
                Stream.of(places)
                        .map(entry -> entry == null ? null : measure.of(entry.row()))
                        .toList(),
                ChartSpec.Series.texts(places, entry -> entry.gap() == null ? marks(entry, budget) : null),
                ChartSpec.Series.texts(places, entry -> measure.of(entry.row()) == null ? gap(entry, budget) : null));
    }

    /** The marks of an entry; or why it has no figure, where it has none for these measures. */
    static String remark(ReportEntry entry, SizeBudget budget, Measure... measures) {
        if (Stream.of(measures).allMatch(measure -> measure.of(entry.row()) == null)) {
            return gap(entry, budget);
        }
        return Objects.requireNonNullElse(marks(entry, budget), "");
    }

    private static String marks(ReportEntry entry, SizeBudget budget) {
        var marks = PlainText.brief(String.join("; ", entry.marks()), budget.words());
        return marks.isEmpty() ? null : marks;
    }

    private static String gap(ReportEntry entry, SizeBudget budget) {
        return PlainText.brief(entry.gap() == null ? "not measured" : entry.gap(), budget.words());
    }
}
