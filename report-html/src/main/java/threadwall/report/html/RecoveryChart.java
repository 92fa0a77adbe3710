package threadwall.report.html;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import threadwall.record.StepRecord.LoadSecond;
import threadwall.report.CapacityTable;
import threadwall.report.RecoveryRow;
import threadwall.report.TableColumns;

/** Latency in each second before, during and after an overload, a line for each server; they meet where it ended. */
final class RecoveryChart {

    private static final String NOTE =
            "99th percentile of the time from when a request was due to its last byte, of the"
                    + " requests that were due in a second. 0 is the first second after the overload. A gap: more than 1 % of these"
                    + " requests failed.";

    /**
     * The load of a server.
     *
     * @param label the server, and the run if there are several
     * @param end the first whole second after the overload, from the load's start
     */
    private record Line(String label, RecoveryRow row, List<LoadSecond> seconds, int end, boolean dash) {

        static Line of(String label, RecoveryRow row, boolean dash) {
            var recovery = row.recovery();
            int end = (int) Math.ceil(recovery.overloadFromSeconds() + recovery.overloadSeconds());
            return new Line(label, row, recovery.bySecond(), end, dash);
        }

        /** @return {@code null} beyond the load */
        LoadSecond at(int place) {
            int second = place + end;
            return second < 0 || second >= seconds.size() ? null : seconds.get(second);
        }

        boolean overloaded(int place) {
            return place < 0 && place + end >= Math.floor(row.recovery().overloadFromSeconds());
        }
    }

    private RecoveryChart() {}

    /**
     * @param tables of the runs, in the order of {@code labels}, which are empty for a single run
     * @return empty if no load has figures for each second
     */
    static Optional<Chart> of(List<CapacityTable> tables, List<String> labels) {
        var lines = new ArrayList<Line>();
        for (int i = 0; i < tables.size(); i++) {
            for (var row : tables.get(i).recoveries()) {
                if (row.recovery().bySecond() != null) {
                    lines.add(Line.of(row.server() + labels.get(i), row, i > 0));
                }
            }
        }
        return lines.isEmpty() ? Optional.empty() : Optional.of(chart(lines));
    }

    private static Chart chart(List<Line> lines) {
        int from = lines.stream().mapToInt(line -> -line.end()).min().orElseThrow();
        int to = lines.stream()
                .mapToInt(line -> line.seconds().size() - line.end())
                .max()
                .orElseThrow();
        var places = new ArrayList<Number>();
        for (int place = from; place < to; place++) {
            places.add(place);
        }
        var title = "Latency before and after an overload";
        var spec = new ChartSpec(
                title,
                new ChartSpec.X("seconds since the overload ended", places, false, false),
                new ChartSpec.Y("planned p99, ms", true, false),
                lines.stream().map(line -> series(line, places)).toList());
        return new Chart(
                "recovery-seconds",
                title,
                "Chart: %s, a line for each server. The table below it has the same figures.".formatted(title),
                spec,
                NOTE,
                table(lines, places));
    }

    private static ChartSpec.Series series(Line line, List<Number> places) {
        var values = new ArrayList<Number>();
        var notes = new ArrayList<String>();
        for (var place : places) {
            var second = line.at(place.intValue());
            values.add(second == null || second.p99Millis() == null ? null : ChartSpec.number(second.p99Millis()));
            notes.add(second != null && line.overloaded(place.intValue()) ? "overload" : null);
        }
        return new ChartSpec.Series(
                line.label(), line.row().server(), "y", line.dash(), values, null, null, notes, null);
    }

    private static ChartTable table(List<Line> lines, List<Number> places) {
        var columns = new TableColumns().left("server").right("second", "due", "failed", "answered", "planned p99 ms");
        var rows = lines.stream()
                .flatMap(line -> places.stream()
                        .filter(place -> line.at(place.intValue()) != null)
                        .map(place -> cells(line, place.intValue())))
                .toList();
        return new ChartTable(columns.list(), rows);
    }

    private static List<String> cells(Line line, int place) {
        var second = line.at(place);
        return Stream.of(
                        line.label(),
                        Integer.toString(place),
                        String.format(Locale.ROOT, "%,d", second.due()),
                        String.format(Locale.ROOT, "%,d", second.failed()),
                        String.format(Locale.ROOT, "%,d", second.answered()),
                        second.p99Millis() == null ? "" : String.format(Locale.ROOT, "%,.0f", second.p99Millis()))
                .toList();
    }
}
