package threadwall.report.html;

import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import threadwall.record.TaskRecord.Outcome;
import threadwall.report.MedianRange;
import threadwall.report.TaskColumns;
import threadwall.report.TaskLoad;
import threadwall.report.TaskOutcomeText;
import threadwall.report.TaskRow;

/**
 * One figure of every program at one load, as points on a logarithmic axis, the smallest first, in plain HTML without a script.
 * They are points because the length of a bar means nothing on an axis without 0. Programs without the figure follow, with the
 * reason.
 */
record TaskBars(TaskColumns column, TaskLoad load, List<TaskRow> rows) {

    private static final int MOST_TICKS = 8;
    private static final String LABEL =
            "Chart: %s of each program, least first, on a logarithmic axis. The table below has the same figures.";

    /** @param alone whether no other chart shows times and lateness */
    static List<TaskColumns> columns(TaskLoad load, boolean alone) {
        if (load.isRing()) {
            return List.of(TaskColumns.RATE, TaskColumns.CPU_EACH, TaskColumns.RSS);
        }
        if (!load.isSleep()) {
            return List.of(TaskColumns.TOTAL, TaskColumns.MEAN, TaskColumns.RSS);
        }
        var bytes = load.isFootprint() ? TaskColumns.OWN : TaskColumns.BYTES;
        return alone && !load.isFootprint() ? List.of(bytes, TaskColumns.START, TaskColumns.LATE) : List.of(bytes);
    }

    void write(HtmlWriter html) {
        var shown = rows.stream()
                .filter(row -> isDrawn(row))
                .sorted(Comparator.comparing(row -> column.of(row).median()))
                .toList();
        if (shown.isEmpty()) {
            return;
        }
        var axis = Axis.of(shown.stream()
                .map(column::of)
                .flatMapToDouble(spread -> DoubleStream.of(spread.min(), spread.max()))
                .filter(value -> value > 0));
        html.heading(title());
        html.open("figure", "class", "points", "role", "img", "aria-label", LABEL.formatted(title()))
                .line();
        shown.forEach(row -> write(html, row, axis));
        rows.stream()
                .filter(row -> !isDrawn(row) && row.outcome() != Outcome.MISSING)
                .forEach(row -> html.open("div", "class", "point-row")
                        .element("span", row.program(), "class", "point-name")
                        .element("span", PlainText.name(TaskOutcomeText.outcome(row)), "class", "point-gap")
                        .close("div")
                        .line());
        ticks(html, axis);
        html.close("figure").line();
    }

    private String title() {
        return switch (column) {
            case OWN -> "Memory of the runtime itself, MB";
            case BYTES -> "Bytes per task, all costs included";
            case RATE -> "Messages per second";
            case CPU_EACH -> "CPU time per message, µs";
            case TOTAL -> "Total time, s";
            case MEAN -> "Mean time per task, ms";
            case RSS -> "Peak memory (RSS), MB";
            case START -> "Time to start all tasks, s";
            case LATE -> "Lateness of the latest task, ms";
            default -> column.heading.title();
        };
    }

    /** A logarithmic axis has no 0, and a failed row has no figure to compare. */
    private boolean isDrawn(TaskRow row) {
        return row.isGood() && column.of(row) != null && column.of(row).min() > 0;
    }

    private void write(HtmlWriter html, TaskRow row, Axis axis) {
        var value = column.of(row);
        html.open("div", "class", "point-row")
                .element("span", row.program(), "class", "point-name")
                .open("span", "class", "point-track");
        axis.ticks().forEach(tick -> mark(html, "point-rule", "left:" + axis.place(tick)));
        if (value.min() < value.max()) {
            mark(html, "point-range", range(axis, value));
        }
        mark(html, row.program().startsWith("kilim") ? "point fiber" : "point", "left:" + axis.place(value.median()));
        html.close("span")
                .element("span", column.text(row), "class", "point-value")
                .close("div")
                .line();
    }

    private static void mark(HtmlWriter html, String kind, String style) {
        html.element("span", "", "class", kind, "style", style);
    }

    private static String range(Axis axis, MedianRange value) {
        return "left:%s;width:%s"
                .formatted(axis.place(value.min()), Axis.percent(axis.share(value.max()) - axis.share(value.min())));
    }

    private static void ticks(HtmlWriter html, Axis axis) {
        html.open("div", "class", "point-row point-axis")
                .element("span", "", "class", "point-name")
                .open("span", "class", "point-track");
        axis.ticks()
                .forEach(tick -> html.element(
                        "span", Axis.text(tick), "class", "point-tick", "style", "left:" + axis.place(tick)));
        html.close("span")
                .element("span", "", "class", "point-value")
                .close("div")
                .line();
    }

    /** An axis from one power of ten to another. */
    private record Axis(int from, int to) {

        static Axis of(DoubleStream values) {
            var all = values.summaryStatistics();
            int from = (int) Math.floor(Math.log10(all.getMin()));
            int to = (int) Math.ceil(Math.log10(all.getMax()));
            return new Axis(from, Math.max(from + 1, to));
        }

        double share(double value) {
            return (Math.log10(value) - from) / (to - from);
        }

        String place(double value) {
            return percent(share(value));
        }

        static String percent(double share) {
            return String.format(Locale.ROOT, "%.2f%%", 100 * share);
        }

        List<Double> ticks() {
            int step = 1 + (to - from) / MOST_TICKS;
            return Stream.iterate(from, power -> power <= to, power -> power + step)
                    .map(power -> Math.pow(10, power))
                    .toList();
        }

        static String text(double tick) {
            return tick < 1
                    ? BigDecimal.valueOf(tick).stripTrailingZeros().toPlainString()
                    : tick < 10_000
                            ? PlainText.count(tick)
                            : tick < 1e6 ? PlainText.count(tick / 1e3) + "k" : PlainText.count(tick / 1e6) + "M";
        }
    }
}
