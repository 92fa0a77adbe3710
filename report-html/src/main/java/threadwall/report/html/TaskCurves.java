package threadwall.report.html;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import threadwall.record.TaskRecord;
import threadwall.record.TaskRecord.Point;
import threadwall.report.TableColumns;

/** Threads over time, for rows with many. Where the curve bends, each thread costs more than the one before. */
final class TaskCurves {

    /** A curve is drawn for more threads than this. */
    private static final int MANY = 1_000;

    /** Rows of the table below a curve. */
    private static final int LINES = 24;

    private TaskCurves() {}

    /** The curves of the first repeat of each program and number of tasks, those of the first run first. */
    static List<Chart> of(List<RecordedRun> runs, SizeBudget budget) {
        record Key(int run, String program, int tasks) {}
        var seen = new HashSet<Key>();
        var charts = new ArrayList<Chart>();
        for (int i = 0; i < runs.size(); i++) {
            for (var task : runs.get(i).tasks()) {
                if (charts.size() < budget.timeLines()
                        && most(task) > MANY
                        && seen.add(
                                new Key(i, task.plan().program(), task.plan().tasks()))) {
                    var label = runs.size() == 1
                            ? ""
                            : ", " + PlainText.name(runs.get(i).label());
                    charts.add(chart(task, "curve-" + (charts.size() + 1), label, budget));
                }
            }
        }
        return List.copyOf(charts);
    }

    /** Writes the curves after a section that explains them. */
    static void write(HtmlWriter html, List<RecordedRun> runs, List<Chart> charts) {
        if (charts.isEmpty()) {
            return;
        }
        html.section("curves", "Threads over time");
        html.note(("Threads of each program's processes over time, as the kernel counts them. Shown: %s with more than"
                        + " %,d threads.")
                .formatted(PlainText.plural(charts.size(), "row"), MANY));
        long all = runs.stream()
                .flatMap(run -> run.tasks().stream())
                .filter(task -> most(task) > MANY)
                .count();
        if (all > charts.size()) {
            html.note("%s only in run.jsonl."
                    .formatted(
                            all - charts.size() == 1
                                    ? "1 more curve is"
                                    : "%,d more curves are".formatted(all - charts.size())));
        }
        html.endSection();
        charts.forEach(chart -> chart.write(html));
    }

    private static long most(TaskRecord task) {
        return task.curve() == null
                ? 0
                : task.curve().stream().mapToLong(Point::threads).max().orElse(0);
    }

    private static Chart chart(TaskRecord task, String id, String label, SizeBudget budget) {
        var program = PlainText.name(task.plan().program());
        var points = task.curve();
        List<Number> threads =
                points.stream().map(point -> (Number) point.threads()).toList();
        List<Number> rss =
                points.stream().map(point -> (Number) point.rssBytes()).toList();
        var kept = Thinning.keep(List.of(threads, rss), budget.points());
        var seconds = IntStream.of(kept)
                .mapToObj(i -> ChartSpec.number(points.get(i).seconds()))
                .toList();
        var title = "%s, %,d tasks%s".formatted(program, task.plan().tasks(), label);
        var spec = new ChartSpec(
                title,
                new ChartSpec.X("s", seconds, false, true),
                new ChartSpec.Y("threads", false, false),
                new ChartSpec.Y("RSS", false, true),
                List.of(
                        ChartSpec.Series.line("threads", program, "y", threads, kept),
                        ChartSpec.Series.line("RSS", "memory", "y2", rss, kept)),
                List.of());
        return new Chart(
                id,
                title,
                "Chart: threads and memory of %s over time. The table below it has some of the same figures."
                        .formatted(program),
                spec,
                slope(points),
                table(points));
    }

    /** The rate at which the first and the last quarter of the threads were started. */
    private static String slope(List<Point> points) {
        long most = points.stream().mapToLong(Point::threads).max().orElseThrow();
        double quarter = reached(points, most / 4);
        double third = reached(points, most * 3 / 4);
        double last = reached(points, most);
        double first = quarter - points.getFirst().seconds();
        if (first <= 0 || last <= third) {
            return "The threads started too quickly to measure a rate.";
        }
        return String.format(
                Locale.ROOT,
                "The first quarter of the threads started at %,.0f per second, the last at %,.0f.",
                most / 4 / first,
                (most - most * 3 / 4) / (last - third));
    }

    private static double reached(List<Point> points, long threads) {
        return points.stream()
                .filter(point -> point.threads() >= threads)
                .findFirst()
                .orElseThrow()
                .seconds();
    }

    private static ChartTable table(List<Point> points) {
        int step = Math.max(1, (points.size() + LINES - 1) / LINES);
        var rows = new ArrayList<List<String>>();
        for (int i = 0; i < points.size(); i += step) {
            var point = points.get(i);
            rows.add(List.of(
                    String.format(Locale.ROOT, "%,.2f", point.seconds()),
                    PlainText.count(point.threads()),
                    PlainText.count(point.rssBytes() / 1e6)));
        }
        return new ChartTable(new TableColumns().right("s", "threads", "RSS MB").list(), rows);
    }
}
