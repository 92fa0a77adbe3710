package threadwall.loadgen.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What the controller of Tsung counted on all hosts, from its {@code tsung.log}. It appends the counts of the last
 * ten seconds and of the whole run, at the end of the run once more.
 *
 * <p>A line of a count is {@code stats: NAME INTERVAL TOTAL}. One of a time is {@code stats: NAME COUNT MEAN
 * DEVIATION MAX MIN MEAN-BEFORE COUNT-BEFORE}, where COUNT is of the interval and the last two are of all intervals
 * before it ({@code ts_stats_mon.erl} of Tsung 1.7).
 *
 * @param totals by Tsung's names
 */
record TsungCounters(Map<String, Long> totals) {

    private static final String PREFIX = "stats: ";
    private static final String END = "EndMonitor:";
    private static final int COUNT_FIELDS = 3;
    private static final int TIME_FIELDS = 8;

    private static final String ERROR = "error_";
    private static final String CONNECT = "error_connect_";
    private static final String TIMEOUT = "error_timeout";

    /** The user gave up after another error, which is counted by its own name. */
    private static final String ABORT = "error_abort";

    TsungCounters {
        totals = Map.copyOf(totals);
    }

    /**
     * @return empty for a run that has not ended; its totals would be those of up to ten seconds ago
     */
    static Optional<TsungCounters> read(Path file) throws IOException {
        var totals = new HashMap<String, Long>();
        boolean ended = false;
        for (var line : Files.readAllLines(file)) {
            ended |= line.startsWith(END);
            // the others are readings of machines: stats: {cpu,"NODE"} ...
            if (line.startsWith(PREFIX) && !line.startsWith(PREFIX + "{")) {
                var fields = line.substring(PREFIX.length()).split(" ");
                try {
                    switch (fields.length) {
                        case COUNT_FIELDS -> totals.put(fields[0], Long.valueOf(fields[2]));
                        case TIME_FIELDS ->
                            totals.put(fields[0], Long.parseLong(fields[1]) + Long.parseLong(fields[TIME_FIELDS - 1]));
                        default -> {} // users now and at the peak
                    }
                } catch (NumberFormatException e) {
                    throw new IOException("%s: not a line that Tsung writes: %s".formatted(file, line), e);
                }
            }
        }
        return ended ? Optional.of(new TsungCounters(totals)) : Optional.empty();
    }

    private long total(String name) {
        return totals.getOrDefault(name, 0L);
    }

    /** @param log of the same run, which has the requests that ended and those that the server did not answer */
    LoadReport report(TsungRequestLog log) {
        long connect = errors(CONNECT);
        long timeouts = total(TIMEOUT);
        long others = errors(ERROR) - connect - timeouts - errors(ABORT);
        return new LoadReport(
                log.seconds(),
                log.requests() + connect + timeouts + others,
                connect,
                log.unanswered() + others,
                0, // it does not check lengths
                timeouts,
                0,
                log.non2xx(),
                log.latency(),
                Optional.empty(),
                log.endMillis());
    }

    private long errors(String prefix) {
        return totals.entrySet().stream()
                .filter(count -> count.getKey().startsWith(prefix))
                .mapToLong(Map.Entry::getValue)
                .sum();
    }
}
