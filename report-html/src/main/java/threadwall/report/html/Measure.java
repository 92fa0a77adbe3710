package threadwall.report.html;

import java.util.function.Function;
import threadwall.report.MedianRange;
import threadwall.report.RowColumns;
import threadwall.report.SweepRow;

/** A figure of a step, and how it is written. */
enum Measure {
    RATE("requests/s", 1, SweepRow::requestsPerSecond),
    P50("p50 ms", 1, SweepRow::p50Millis),
    P99("p99 ms", 1, SweepRow::p99Millis),
    MEMORY("RSS MB", 1e6, SweepRow::rssBytes),
    THREADS("threads", 1, SweepRow::threads),
    COST("req/CPU-s", 1, SweepRow::requestsPerCpuSecond);

    private static final double SMALL_MILLIS = 100;

    /** Of its column. */
    final String title;

    private final double unit;
    private final Function<SweepRow, MedianRange> value;

    Measure(String title, double unit, Function<SweepRow, MedianRange> value) {
        this.title = title;
        this.unit = unit;
        this.value = value;
    }

    /** In the record's own unit; {@code null} where no repeat has it. */
    MedianRange of(SweepRow row) {
        return value.apply(row);
    }

    /** Median, with the range where repeats differ; empty where there is none. */
    String text(SweepRow row) {
        var spread = of(row);
        return spread == null
                ? ""
                : RowColumns.decimal(
                        new MedianRange(spread.median() / unit, spread.min() / unit, spread.max() / unit),
                        format(spread));
    }

    /** Whole numbers, but for latencies that these would make alike. */
    private String format(MedianRange spread) {
        return (this == P50 || this == P99) && spread.max() < SMALL_MILLIS ? "%,.1f" : "%,.0f";
    }
}
