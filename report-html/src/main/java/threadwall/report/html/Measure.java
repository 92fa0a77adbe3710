package threadwall.report.html;

import java.util.function.Function;
import threadwall.report.MedianRange;
import threadwall.report.SweepRow;
import threadwall.report.TableColumn;

/** A figure of a step and its format. */
enum Measure {
    RATE("requests/s", 1, row -> row.responses().requestsPerSecond()),
    P50("p50 ms", 1, row -> row.responses().p50Millis()),
    P99("p99 ms", 1, row -> row.responses().p99Millis()),
    MEMORY("RSS MB", 1e6, row -> row.resources().rssBytes()),
    THREADS("threads", 1, row -> row.resources().threads()),
    COST("req/CPU-s", 1, row -> row.resources().requestsPerCpuSecond());

    private static final double SMALL_MILLIS = 100;

    final TableColumn heading;

    private final double unit;
    private final Function<SweepRow, MedianRange> value;

    Measure(String title, double unit, Function<SweepRow, MedianRange> value) {
        this.heading = TableColumn.right(title);
        this.unit = unit;
        this.value = value;
    }

    /** In the unit of the record; {@code null} where no repeat has it. */
    MedianRange of(SweepRow row) {
        return value.apply(row);
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
