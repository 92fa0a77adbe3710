package threadwall.report.html;

import java.util.Objects;
import java.util.stream.Stream;

/** Entries as the points of a line, with their ranges, marks and gaps; and the same remarks for the table under it. */
final class ChartPoints {

    private ChartPoints() {}

    /**
     * @param server what the line's colour is chosen by
     * @param places the entry at each value of x, {@code null} where there is none
     */
    static ChartSpec.Series series(
            String label, String server, boolean dash, ReportEntry[] places, Measure measure, SizeBudget room) {
        return ChartSpec.Series.medians(
                label,
                server,
                dash,
                Stream.of(places)
                        .map(entry -> entry == null ? null : measure.of(entry.row()))
                        .toList(),
                ChartSpec.Series.texts(places, entry -> entry.gap() == null ? marks(entry, room) : null),
                ChartSpec.Series.texts(places, entry -> measure.of(entry.row()) == null ? gap(entry, room) : null));
    }

    /** What a table says of an entry: its marks; or why it has no figure, where it has none of these. */
    static String remark(ReportEntry entry, SizeBudget room, Measure... measures) {
        if (Stream.of(measures).allMatch(measure -> measure.of(entry.row()) == null)) {
            return gap(entry, room);
        }
        return Objects.requireNonNullElse(marks(entry, room), "");
    }

    private static String marks(ReportEntry entry, SizeBudget room) {
        var marks = PlainText.brief(String.join("; ", entry.marks()), room.words());
        return marks.isEmpty() ? null : marks;
    }

    private static String gap(ReportEntry entry, SizeBudget room) {
        return PlainText.brief(entry.gap() == null ? "not measured" : entry.gap(), room.words());
    }
}
