package threadwall.loadgen.engine;

import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import threadwall.record.StepRecord.Latency;

/**
 * Parses the output of {@code ab}. Counts that {@code ab} does not print because they are 0 are 0. Its seconds are "Time
 * taken for tests".
 */
final class AbReport {

    private static final Pattern COMPLETED =
            Pattern.compile("^(?:Completed|Finished) (\\d+) requests$", Pattern.MULTILINE);

    /** {@code   99%   2346}, and {@code  100%   2502 (longest request)}. */
    private static final Pattern SHARE = Pattern.compile("^ *(\\d+)% +(\\d+)", Pattern.MULTILINE);

    /** The least of {@code Total:         2  110  15.5    108     320}. */
    private static final Pattern LEAST = Pattern.compile("^Total: +(\\d+)", Pattern.MULTILINE);

    private static final Pattern COMPLETE = Pattern.compile("^Complete requests:", Pattern.MULTILINE);

    private static final Pattern FAILURES =
            Pattern.compile("\\(Connect: (\\d+), Receive: (\\d+), Length: (\\d+), Exceptions: (\\d+)\\)");

    private AbReport() {}

    /** How many runs have printed their figures. */
    static int runs(String text) {
        return Math.toIntExact(COMPLETE.matcher(text).results().count());
    }

    /** @return empty for an unfinished run, since {@code ab} prints its figures only at the end */
    static Optional<LoadReport> parse(String text) {
        var seconds = field(text, "Time taken for tests");
        var complete = field(text, "Complete requests");
        if (seconds.isEmpty() || complete.isEmpty()) {
            return Optional.empty();
        }
        var kinds = FAILURES.matcher(text);
        boolean failed = kinds.find();
        return Optional.of(new LoadReport(
                Double.parseDouble(seconds.get()),
                Long.parseLong(complete.get()),
                failed ? Long.parseLong(kinds.group(1)) : 0,
                failed ? Long.parseLong(kinds.group(2)) : 0,
                failed ? Long.parseLong(kinds.group(3)) : 0,
                failed ? Long.parseLong(kinds.group(4)) : 0,
                count(text, "Write errors"),
                count(text, "Non-2xx responses"),
                Optional.empty(),
                Optional.empty(),
                List.of()));
    }

    /**
     * The percentiles of its table, in whole milliseconds, for a load without a log of requests. The table has no 99.9 %.
     *
     * @return empty if the load is one of a single request, which has no table
     */
    static Optional<Latency> latency(String text) {
        var shares = new HashMap<Integer, Double>();
        SHARE.matcher(text)
                .results()
                .forEach(row -> shares.put(Integer.parseInt(row.group(1)), Double.valueOf(row.group(2))));
        var least = LEAST.matcher(text);
        var complete = field(text, "Complete requests");
        return least.find() && complete.isPresent() && shares.keySet().containsAll(Set.of(50, 90, 99, 100))
                ? Optional.of(new Latency(
                        Long.parseLong(complete.get()),
                        Double.parseDouble(least.group(1)),
                        shares.get(50),
                        shares.get(90),
                        shares.get(99),
                        null,
                        shares.get(100)))
                : Optional.empty();
    }

    /**
     * Requests that {@code ab} has completed so far. Without {@code -q} it prints a line after each tenth of them.
     *
     * @param errors its standard error so far
     */
    static long completed(String errors) {
        var line = COMPLETED.matcher(errors);
        long completed = 0;
        while (line.find()) {
            completed = Long.parseLong(line.group(1));
        }
        return completed;
    }

    private static long count(String text, String name) {
        return field(text, name).map(Long::parseLong).orElse(0L);
    }

    private static Optional<String> field(String text, String name) {
        var match = Pattern.compile("^" + name + ":\\s+([\\d.]+)", Pattern.MULTILINE)
                .matcher(text);
        return match.find() ? Optional.of(match.group(1)) : Optional.empty();
    }
}
