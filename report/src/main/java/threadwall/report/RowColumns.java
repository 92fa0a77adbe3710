package threadwall.report;

import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/** What a reader sees of a {@link SweepRow}: the same columns on the terminal, in Markdown and in HTML. */
public enum RowColumns {
    SERVER("server", false, SweepRow::server),
    CONCURRENCY("connections", true, row -> String.format(Locale.ROOT, "%,d", row.concurrency())),
    DATA("data/memory", true, row -> row.dataPercent() == null ? "" : row.dataPercent() + " %"),
    STORE("store", false, row -> row.store() == null ? "" : row.store()),
    RATE("requests/s", true, row -> whole(row.requestsPerSecond())),
    RATIO("ratio", true, row -> decimal(row.ratio(), "%.2f")),
    P50("p50 ms", true, row -> whole(row.p50Millis())),
    P99("p99 ms", true, row -> whole(row.p99Millis())),
    OPEN("open", true, row -> whole(row.openConnections())),
    IN_HANDLER("in handler", true, row -> whole(row.inHandler())),
    THREADS("threads", true, row -> whole(row.threads())),
    RSS("RSS MB", true, row -> scaled(row.rssBytes(), 1e6)),
    CPU("CPU s", true, row -> decimal(row.serverCpuSeconds(), "%.1f")),
    PER_CPU("req/CPU-s", true, row -> whole(row.requestsPerCpuSecond())),
    SWITCHES("switches/req", true, row -> decimal(row.switchesPerRequest(), "%.2f")),
    WAKE_UPS("wake-ups/req", true, row -> decimal(row.wakeUpsPerRequest(), "%.2f")),
    CLIENT("client cores", true, row -> decimal(row.clientCores(), "%.2f")),
    DB_CONNECTIONS("db connections", true, RowColumns::ofThoseConfigured),
    FAILED("failed", true, row -> String.format(Locale.ROOT, "%,d", row.failed())),
    REMARKS("remarks", false, row -> String.join("; ", row.remarks()));

    /** Told only where the number of workers differs: what handing over cost, and the client apart. */
    private static final Set<RowColumns> BY_WORKERS = EnumSet.of(SWITCHES, WAKE_UPS, CLIENT);

    public final String title;

    /** Figures stand at the right. */
    public final boolean right;

    private final Function<SweepRow, String> text;

    RowColumns(String title, boolean right, Function<SweepRow, String> text) {
        this.title = title;
        this.right = right;
        this.text = text;
    }

    public String of(SweepRow row) {
        return text.apply(row);
    }

    /** Those that these rows have. */
    public static List<RowColumns> of(List<SweepRow> rows) {
        boolean byWorkers = rows.stream().anyMatch(row -> row.workers() != null);
        boolean bySize = rows.stream().anyMatch(row -> row.dataPercent() != null);
        boolean stored = rows.stream().anyMatch(row -> row.store() != null);
        boolean counted = rows.stream().anyMatch(row -> row.dbConnectionsPeak() != null);
        return Stream.of(values())
                .filter(column -> byWorkers || !BY_WORKERS.contains(column))
                .filter(column -> bySize || column != DATA)
                .filter(column -> stored || column != STORE)
                .filter(column -> counted || column != DB_CONNECTIONS)
                .toList();
    }

    private static String ofThoseConfigured(SweepRow row) {
        return row.dbConnectionsPeak() == null || row.dbConnections() == null
                ? ""
                : "%s of %,d".formatted(whole(row.dbConnectionsPeak()), row.dbConnections());
    }

    private static String whole(MedianRange spread) {
        return decimal(spread, "%,.0f");
    }

    private static String scaled(MedianRange spread, double unit) {
        return spread == null
                ? ""
                : whole(new MedianRange(spread.median() / unit, spread.min() / unit, spread.max() / unit));
    }

    /** Median, and the range behind it where repeats differ. */
    public static String decimal(MedianRange spread, String format) {
        if (spread == null) {
            return "";
        }
        var median = String.format(Locale.ROOT, format, spread.median());
        var min = String.format(Locale.ROOT, format, spread.min());
        var max = String.format(Locale.ROOT, format, spread.max());
        return min.equals(max) ? median : "%s (%s–%s)".formatted(median, min, max);
    }
}
