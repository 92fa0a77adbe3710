package threadwall.report.html;

import java.util.function.Function;
import threadwall.report.Columns;
import threadwall.report.Row;
import threadwall.report.Spread;

/** A figure of a step, and how it is written. */
enum Measure {
    RATE("requests/s", 1, Row::requestsPerSecond),
    P50("p50 ms", 1, Row::p50Millis),
    P99("p99 ms", 1, Row::p99Millis),
    MEMORY("RSS MB", 1e6, Row::rssBytes),
    THREADS("threads", 1, Row::threads),
    COST("req/CPU-s", 1, Row::requestsPerCpuSecond);

    private static final double SMALL_MILLIS = 100;

    /** Of its column. */
    final String title;

    private final double unit;
    private final Function<Row, Spread> value;

    Measure(String title, double unit, Function<Row, Spread> value) {
        this.title = title;
        this.unit = unit;
        this.value = value;
    }

    /** In the record's own unit; {@code null} where no repeat has it. */
    Spread of(Row row) {
        return value.apply(row);
    }

    /** Median, with the range where repeats differ; empty where there is none. */
    String text(Row row) {
        var spread = of(row);
        return spread == null
                ? ""
                : Columns.decimal(
                        new Spread(spread.median() / unit, spread.min() / unit, spread.max() / unit), format(spread));
    }

    /** Whole numbers, but for latencies that these would make alike. */
    private String format(Spread spread) {
        return (this == P50 || this == P99) && spread.max() < SMALL_MILLIS ? "%,.1f" : "%,.0f";
    }
}
