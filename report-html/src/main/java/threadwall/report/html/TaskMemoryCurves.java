package threadwall.report.html;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import threadwall.record.TaskRecord;
import threadwall.record.TaskRecord.Point;
import threadwall.report.TableColumns;
import threadwall.report.TaskLoad;

/** Memory of programs that compute, over time: a chart for each load, with a line for each program. */
final class TaskMemoryCurves {

    /** Points of a line: about one for each pixel that can be told apart. */
    private static final int POINTS = 160;

    /** Rows of the table below a chart. */
    private static final int LINES = 10;

    private TaskMemoryCurves() {}

    /** Of the first repeat of each program. */
    static List<Chart> of(List<RecordedRun> runs, SizeBudget budget) {
        var charts = new ArrayList<Chart>();
        byLoad(runs).forEach((load, programs) -> {
            if (charts.size() < budget.groups()) {
                charts.add(chart(load, programs, "memory-" + (charts.size() + 1), budget));
            }
        });
        return List.copyOf(charts);
    }

    private static Map<TaskLoad, Map<String, List<Point>>> byLoad(List<RecordedRun> runs) {
        var loads = new LinkedHashMap<TaskLoad, Map<String, List<Point>>>();
        for (var run : runs) {
            var suffix = runs.size() == 1 ? "" : " · " + PlainText.name(run.label());
            for (var task : run.tasks()) {
                if (isDrawn(task)) {
                    loads.computeIfAbsent(TaskLoad.of(task.plan()), load -> new LinkedHashMap<>())
                            .putIfAbsent(PlainText.name(task.plan().program()) + suffix, task.curve());
                }
            }
        }
        return loads;
    }

    private static boolean isDrawn(TaskRecord task) {
        return TaskLoad.of(task.plan()).isHashmap()
                && task.curve() != null
                && task.curve().size() > 1;
    }

    private static Chart chart(TaskLoad load, Map<String, List<Point>> programs, String id, SizeBudget budget) {
        double longest = programs.values().stream()
                .mapToDouble(points -> points.getLast().seconds())
                .max()
                .orElseThrow();
        int steps = Math.min(POINTS, budget.points());
        var seconds = IntStream.rangeClosed(0, steps)
                .mapToDouble(i -> longest * i / steps)
                .toArray();
        var series = programs.entrySet().stream()
                .limit(budget.series())
                .map(entry ->
                        ChartSpec.Series.line(entry.getKey(), entry.getKey(), "y", values(entry.getValue(), seconds)))
                .toList();
        var title = "Memory over time, " + load.words();
        var x = new ChartSpec.X(
                "s",
                IntStream.rangeClosed(0, steps)
                        .mapToObj(i -> ChartSpec.number(seconds[i]))
                        .toList(),
                false,
                true);
        return new Chart(
                id,
                title,
                "Chart: %s, a line for each program. The table below it has some of the same figures.".formatted(title),
                new ChartSpec(title, x, new ChartSpec.Y("RSS", false, true), series),
                "RSS of all processes of each program, in its first repeat. A line ends with its program.",
                table(series, seconds));
    }

    /** The last sample up to each time; {@code null} before the first, and once the program has ended. */
    private static List<Number> values(List<Point> points, double[] seconds) {
        var values = new ArrayList<Number>();
        int next = 0;
        for (double second : seconds) {
            while (next < points.size() && points.get(next).seconds() <= second) {
                next++;
            }
            boolean runs = next > 0 && second <= points.getLast().seconds();
            values.add(runs ? points.get(next - 1).rssBytes() : null);
        }
        return values;
    }

    private static ChartTable table(List<ChartSpec.Series> series, double[] seconds) {
        var columns = new TableColumns().right("s");
        series.forEach(one -> columns.right(one.label() + ", MB"));
        int step = Math.max(1, (seconds.length - 1) / LINES);
        var rows = new ArrayList<List<String>>();
        for (int i = 0; i < seconds.length; i += step) {
            var row = new ArrayList<>(List.of(String.format(Locale.ROOT, "%,.2f", seconds[i])));
            for (var one : series) {
                var bytes = one.values().get(i);
                row.add(bytes == null ? "" : PlainText.count(bytes.doubleValue() / 1e6));
            }
            rows.add(row);
        }
        return new ChartTable(columns.list(), rows);
    }
}
