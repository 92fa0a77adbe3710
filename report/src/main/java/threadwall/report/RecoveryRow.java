package threadwall.report;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import threadwall.record.StepRecord;
import threadwall.record.StepRecord.Recovery;

/**
 * How a server came through an overload.
 *
 * @param rate before and after it
 * @param overloadRate during it
 * @param threadsBefore of the idle server; {@code null} if unknown, as the figures that follow
 */
public record RecoveryRow(
        String server,
        int rate,
        int overloadRate,
        Recovery recovery,
        Long threadsBefore,
        Long threadsPeak,
        Long rssPeakBytes) {

    public static final List<TableColumn> COLUMNS = new TableColumns()
            .left("server")
            .right(
                    "offered/s",
                    "overload/s",
                    "p99 before ms",
                    "overload s",
                    "outstanding",
                    "failed",
                    "recovered after s")
            .right("threads idle", "threads peak", "threads after", "RSS MB peak", "RSS MB after")
            .list();

    /** What the columns are. */
    public static final String NOTE =
            "recovery: 50 % of the server's own capacity without limit, 110 % until 10,000 requests more are"
                    + " outstanding than the route's sleep explains (before 2026-11-25: 10,000 in all), then 50 % again, as one"
                    + " load. recovered after: seconds from the overload's end until the planned p99"
                    + " of three seconds in a row was at most twice its former value; never: not until the load's end; empty: too many requests failed before the overload. One load for each"
                    + " server, so a difference may be chance";

    /** @param step of a recovery that was measured */
    static RecoveryRow of(StepRecord step) {
        return new RecoveryRow(
                step.asked().server(),
                step.asked().load().rate(),
                step.asked().clients().stream()
                        .map(client -> client.measured().load().overload())
                        .filter(Objects::nonNull)
                        .mapToInt(overload -> overload.rate())
                        .sum(),
                step.arrivals().recovery(),
                step.server().threadsIdle(),
                step.server().threadsPeak(),
                step.server().rssPeakBytes());
    }

    /** Under {@link #COLUMNS}. */
    public List<String> cells() {
        return List.of(
                server,
                count((long) rate),
                count((long) overloadRate),
                recovery.beforeP99Millis() == null
                        ? ""
                        : String.format(Locale.ROOT, "%,.0f", recovery.beforeP99Millis()),
                String.format(Locale.ROOT, "%.1f", recovery.overloadSeconds()),
                count(recovery.outstanding()),
                count(recovery.failed()),
                recovery.seconds() != null
                        ? recovery.seconds().toString()
                        : recovery.beforeP99Millis() == null ? "" : "never",
                count(threadsBefore),
                count(threadsPeak),
                count(recovery.threadsAfter()),
                megabytes(rssPeakBytes),
                megabytes(recovery.rssAfterBytes()));
    }

    private static String count(Long value) {
        return value == null ? "" : String.format(Locale.ROOT, "%,d", value);
    }

    private static String megabytes(Long bytes) {
        return bytes == null ? "" : String.format(Locale.ROOT, "%,.0f", bytes / 1e6);
    }
}
