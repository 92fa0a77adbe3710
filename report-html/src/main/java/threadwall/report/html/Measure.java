package threadwall.report.html;

import java.util.function.Function;
import threadwall.record.StepRecord;
import threadwall.record.StepRecord.Latency;
import threadwall.report.MedianRange;
import threadwall.report.SweepRow;
import threadwall.report.TableColumn;

/** A figure of a step and its format. */
enum Measure {
    RATE(
            "requests/s",
            1,
            row -> row.responses().requestsPerSecond(),
            step -> step.load().requestsPerSecond()),
    P50("p50 ms", 1, row -> row.responses().p50Millis(), step -> latency(step, Latency::p50Millis)),
    P99("p99 ms", 1, row -> row.responses().p99Millis(), step -> latency(step, Latency::p99Millis)),
    MEMORY(
            "RSS MB",
            1e6,
            row -> row.resources().rssBytes(),
            step -> step.server().rssPeakBytes()),
    THREADS(
            "threads",
            1,
            row -> row.resources().threads(),
            step -> step.server().threadsPeak()),
    COST(
            "req/CPU-s",
            1,
            row -> row.resources().requestsPerCpuSecond(),
            step -> step.server().requestsPerCpuSecond());

    private static final double SMALL_MILLIS = 100;

    final TableColumn heading;

    private final double unit;
    private final Function<SweepRow, MedianRange> value;
    private final Function<StepRecord, ? extends Number> one;

    Measure(
            String title,
            double unit,
            Function<SweepRow, MedianRange> value,
            Function<StepRecord, ? extends Number> one) {
        this.heading = TableColumn.right(title);
        this.unit = unit;
        this.value = value;
        this.one = one;
    }

    private static Double latency(StepRecord step, Function<Latency, Double> percentile) {
        return step.latency() == null ? null : percentile.apply(step.latency());
    }

    /** In the unit of the record; {@code null} where no repeat has it. */
    MedianRange of(SweepRow row) {
        return value.apply(row);
    }

    /** Of one step that ended well, in the unit of the record; {@code null} where it lacks the figure. */
    Double of(StepRecord step) {
        var figure = one.apply(step);
        return figure == null ? null : Double.valueOf(figure.doubleValue());
    }

    /** Median, with the range where repeats differ; empty where there is none. */
    String text(SweepRow row) {
        var values = of(row);
        return values == null ? "" : MedianRange.text(MedianRange.scaled(values, unit), format(values));
    }

    /** Whole numbers; short latencies have a decimal. */
    private String format(MedianRange values) {
        return (this == P50 || this == P99) && values.max() < SMALL_MILLIS ? "%,.1f" : "%,.0f";
    }
}
