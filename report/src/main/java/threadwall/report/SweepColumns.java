package threadwall.report;

import static threadwall.report.TableColumn.left;
import static threadwall.report.TableColumn.right;

import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The columns that show a {@link SweepRow}, on the terminal, in Markdown and in HTML. */
public enum SweepColumns {
    SERVER(left("server"), SweepRow::server),
    CONCURRENCY(
            right("connections"),
            row -> String.format(Locale.ROOT, "%,d", row.workload().concurrency())),
    OFFERED(
            right("offered/s"),
            row -> row.workload().rate() == null
                    ? ""
                    : String.format(Locale.ROOT, "%,d", row.workload().rate())),
    DATA(
            right("data/memory"),
            row -> row.workload().dataPercent() == null ? "" : row.workload().dataPercent() + " %"),
    STORE(
            left("store"),
            row -> row.workload().store() == null ? "" : row.workload().store()),
    RATE(right("requests/s"), "%,.0f", row -> row.responses().requestsPerSecond()),
    FIRST_ROUND(right("first round requests/s"), "%,.0f", row -> row.responses().firstRoundPerSecond()),
    FIRST_ROUND_CLIENT_CORES(
            right("first round client cores"), "%.2f", row -> row.responses().firstRoundClientCores()),
    RATIO(right("ratio"), row -> ratio(row)),
    P50(right("p50 ms"), "%,.0f", row -> row.responses().p50Millis()),
    P99(right("p99 ms"), "%,.0f", row -> row.responses().p99Millis()),
    PLANNED_P50(right("planned p50 ms"), "%,.0f", row -> row.responses().plannedP50Millis()),
    PLANNED_P99(right("planned p99 ms"), "%,.0f", row -> row.responses().plannedP99Millis()),
    LAG(right("lag p99 ms"), "%,.1f", row -> row.responses().lagP99Millis()),
    OPEN(right("open"), "%,.0f", row -> row.responses().openConnections()),
    IN_HANDLER(right("in handler"), "%,.0f", row -> row.responses().inHandler()),
    THREADS(right("threads"), "%,.0f", row -> row.resources().threads()),
    RSS(right("RSS MB"), "%,.0f", row -> MedianRange.scaled(row.resources().rssBytes(), 1e6)),
    CPU(right("CPU s"), "%.1f", row -> row.resources().serverCpuSeconds()),
    PER_CPU(right("req/CPU-s"), "%,.0f", row -> row.resources().requestsPerCpuSecond()),
    SWITCHES(right("switches/req"), "%.2f", row -> row.resources().switchesPerRequest()),
    WAKE_UPS(right("wake-ups/req"), "%.2f", row -> row.resources().wakeUpsPerRequest()),
    CLIENT(right("client cores"), "%.2f", row -> row.resources().clientCores()),
    HOSTS(
            left("hosts busy"),
            row -> row.resources().hosts() == null ? "" : row.resources().hosts()),
    HOSTS_RSS(
            right("hosts RSS MB"),
            "%,.0f",
            row -> MedianRange.scaled(row.resources().hostsRssBytes(), 1e6)),
    ROUND_TRIP(right("round trip ms"), "%,.1f", row -> row.network().roundTripMillis()),
    RETRANSMITS(right("retransmits"), "%,.0f", row -> row.network().retransmits()),
    DB_CONNECTIONS(right("db connections"), row -> connections(row.database())),
    FAILED(right("failed"), row -> String.format(Locale.ROOT, "%,d", row.failed())),
    REMARKS(left("remarks"), row -> row.remarks().stream().map(Remark::text).collect(Collectors.joining("; ")));

    /** Shown only where the number of workers differs; the client's share also for loads from hosts. */
    private static final Set<SweepColumns> BY_WORKERS = EnumSet.of(SWITCHES, WAKE_UPS, CLIENT);

    /** They have a table of their own. */
    private static final Set<SweepColumns> WARM_UP = EnumSet.of(FIRST_ROUND, FIRST_ROUND_CLIENT_CORES);

    /** Shown only for loads from hosts. */
    private static final Set<SweepColumns> BY_HOSTS = EnumSet.of(HOSTS, HOSTS_RSS, ROUND_TRIP, RETRANSMITS);

    /** Shown only where requests were sent at a rate. */
    private static final Set<SweepColumns> BY_RATE = EnumSet.of(OFFERED, PLANNED_P50, PLANNED_P99, LAG);

    public final TableColumn heading;

    private final Function<SweepRow, String> text;

    SweepColumns(TableColumn heading, Function<SweepRow, String> text) {
        this.heading = heading;
        this.text = text;
    }

    SweepColumns(TableColumn heading, String format, Function<SweepRow, MedianRange> values) {
        this(heading, row -> MedianRange.text(values.apply(row), format));
    }

    public String of(SweepRow row) {
        return text.apply(row);
    }

    /** The columns for which these rows have values; without those of the warm-up. */
    public static List<SweepColumns> of(List<SweepRow> rows) {
        boolean byWorkers = rows.stream().anyMatch(row -> row.workload().workers() != null);
        boolean byRate = rows.stream().anyMatch(row -> row.workload().rate() != null);
        boolean bySize = rows.stream().anyMatch(row -> row.workload().dataPercent() != null);
        boolean stored = rows.stream().anyMatch(row -> row.workload().store() != null);
        boolean fromHosts = rows.stream().anyMatch(row -> row.resources().hosts() != null);
        boolean counted = rows.stream().anyMatch(row -> row.database().dbConnectionsPeak() != null);
        return Stream.of(values())
                .filter(column -> !WARM_UP.contains(column))
                .filter(column -> byWorkers || fromHosts && column == CLIENT || !BY_WORKERS.contains(column))
                .filter(column -> fromHosts || !BY_HOSTS.contains(column))
                .filter(column -> byRate || !BY_RATE.contains(column))
                .filter(column -> bySize || column != DATA)
                .filter(column -> stored || column != STORE)
                .filter(column -> counted || column != DB_CONNECTIONS)
                .toList();
    }

    /** Where an interval was to be expected, the text says that there is none. */
    private static String ratio(SweepRow row) {
        var responses = row.responses();
        if (responses.ratioInterval() != null) {
            return responses.ratioInterval().verdict("%.2f");
        }
        boolean lacks = row.repeats() >= RatioInterval.FEWEST && responses.ratio() != null;
        return (lacks ? "median " : "") + MedianRange.text(responses.ratio(), "%.2f");
    }

    /** The most connections that were open, of those configured. */
    private static String connections(SweepRow.DatabaseUse database) {
        return database.dbConnectionsPeak() == null || database.dbConnections() == null
                ? ""
                : "%s of %,d"
                        .formatted(MedianRange.text(database.dbConnectionsPeak(), "%,.0f"), database.dbConnections());
    }
}
