package threadwall.report.html;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import threadwall.record.StepWarning;
import threadwall.report.CapacityRow;
import threadwall.report.CapacityTable;
import threadwall.report.CurveRow;
import threadwall.report.MedianRange;
import threadwall.report.TableColumns;

/** Latency against load, a line for each server: once over the offered rate, once over the share of its own capacity. */
final class CapacityCharts {

    private static final double PERCENT = 100;

    private static final String NOTE =
            "99th percentile of the time from when a request was due to its last byte, so a server"
                    + " that falls behind shows it. Points are medians of the repeats, bars their range."
                    + " In the table, planned latency is from when a request was due, raw latency from its send.";

    /**
     * The line of a server.
     *
     * @param label the server, and the run if there are several
     * @param dash whether it is of a later run
     */
    private record Line(String label, CapacityRow capacity, List<CurveRow> points, boolean dash) {}

    private final List<Line> lines;

    private CapacityCharts(List<Line> lines) {
        this.lines = lines;
    }

    /** @param tables of the runs, in the order of {@code labels}, which are empty for a single run */
    static List<Chart> of(List<CapacityTable> tables, List<String> labels) {
        var lines = new ArrayList<Line>();
        for (int i = 0; i < tables.size(); i++) {
            for (var row : tables.get(i).servers()) {
                var points = tables.get(i).curve().stream()
                        .filter(point -> point.server().equals(row.server()))
                        .toList();
                if (!points.isEmpty()) {
                    lines.add(new Line(row.server() + labels.get(i), row, points, i > 0));
                }
            }
        }
        return lines.isEmpty() ? List.of() : new CapacityCharts(lines).both();
    }

    private List<Chart> both() {
        return List.of(
                chart(
                        "load",
                        "Latency against offered load",
                        "requests/s offered",
                        point -> (double) point.rate(),
                        line -> line.capacity().confirmed() == null
                                ? null
                                : Double.valueOf(line.capacity().confirmed())),
                chart(
                        "share",
                        "Latency against the share of its own capacity",
                        "% of the server's capacity without limit",
                        point -> point.share() == null ? null : Double.valueOf(PERCENT * point.share()),
                        line -> null));
    }

    /**
     * @param x the place of a point; {@code null} if it has none in this chart
     * @param capacity the place of the confirmed capacity; likewise
     */
    private Chart chart(
            String id, String title, String axis, Function<CurveRow, Double> x, Function<Line, Double> capacity) {
        var places = lines.stream()
                .flatMap(line -> Stream.concat(
                        line.points().stream().map(x), Stream.of(line).map(capacity)))
                .filter(Objects::nonNull)
                .distinct()
                .sorted()
                .toList();
        var series =
                lines.stream().map(line -> series(line, places, x, capacity)).toList();
        var values = places.stream().map(ChartSpec::number).toList();
        var spec = new ChartSpec(
                title,
                new ChartSpec.X(axis, values, Charts.isWide(places.stream().mapToDouble(place -> place)), false),
                new ChartSpec.Y("planned p99, ms", true, false),
                series);
        return new Chart(
                id,
                title,
                "Chart: %s, a line for each server. The table below it has the same figures.".formatted(title),
                spec,
                NOTE,
                table(x));
    }

    private static ChartSpec.Series series(
            Line line, List<Double> places, Function<CurveRow, Double> x, Function<Line, Double> capacity) {
        var points = new MedianRange[places.size()];
        var notes = new String[places.size()];
        for (var point : line.points()) {
            if (x.apply(point) != null) {
                int place = places.indexOf(x.apply(point));
                points[place] = point.planned().p99Millis();
                notes[place] = overload(point);
            }
        }
        if (capacity.apply(line) != null) {
            int place = places.indexOf(capacity.apply(line));
            points[place] = points[place] == null ? line.capacity().plannedP99Millis() : points[place];
            notes[place] = "capacity";
        }
        return ChartSpec.Series.medians(
                line.label(),
                line.capacity().server(),
                line.dash(),
                Arrays.asList(points),
                ChartSpec.Series.texts(notes, note -> note),
                null);
    }

    private static String overload(CurveRow point) {
        return point.answeredPercent() == null
                        || point.answeredPercent().median() >= PERCENT * StepWarning.RateNotReached.ENOUGH
                ? null
                : String.format(
                        Locale.ROOT, "answered %.1f %%", point.answeredPercent().median());
    }

    private ChartTable table(Function<CurveRow, Double> x) {
        var columns = new TableColumns()
                .left("server")
                .right("offered/s", "share", "answered %", "failed")
                .right("planned p50 ms", "p90", "p99", "p99.9", "max")
                .right("raw p50 ms", "p90", "p99", "p99.9", "max")
                .right("threads", "RSS MB", "CPU µs/req", "overflows", "GC ms");
        var rows = lines.stream()
                .flatMap(line -> line.points().stream()
                        .filter(point -> x.apply(point) != null)
                        .map(point -> Stream.of(
                                        List.of(line.label()),
                                        point.offered()
                                                .subList(1, point.offered().size()),
                                        point.planned().cells(),
                                        point.raw().cells(),
                                        point.costs())
                                .flatMap(List::stream)
                                .toList()))
                .toList();
        return new ChartTable(columns.list(), rows);
    }
}
