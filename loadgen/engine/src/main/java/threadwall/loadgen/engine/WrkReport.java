package threadwall.loadgen.engine;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import threadwall.record.StepRecord.Latency;

/**
 * The results of {@code wrk} as {@code loadgen/wrk.lua} prints them. By itself {@code wrk} rounds figures to two
 * digits.
 *
 * @param failedExceptions requests whose response took longer than {@code --timeout}
 * @param complete responses, including late ones and those that are not 2xx, plus requests that broke. {@code wrk}
 *     itself counts the latter apart
 * @param times of all requests. For each that took longer than the mean interval of its connection, {@code wrk} adds
 *     the requests that it could not send meanwhile (its {@code stats_correct})
 */
public record WrkReport(
        double seconds,
        long complete,
        long failedConnect,
        long failedReceive,
        long failedExceptions,
        long writeErrors,
        long non2xx,
        Latency times)
        implements LoadReport {

    private static final Pattern LINE = Pattern.compile("^threadwall((?: \\w+=\\d+)+)$", Pattern.MULTILINE);
    private static final double MICROS_PER_SECOND = 1e6;
    private static final double MICROS_PER_MILLI = 1e3;

    /** @return empty for an unfinished run, and for one without a response */
    public static Optional<WrkReport> parse(String text) {
        var line = LINE.matcher(text);
        if (!line.find()) {
            return Optional.empty();
        }
        var values = new HashMap<String, Long>();
        for (var pair : line.group(1).strip().split(" ")) {
            int equals = pair.indexOf('=');
            values.put(pair.substring(0, equals), Long.valueOf(pair.substring(equals + 1)));
        }
        long requests = values.get("requests");
        return requests == 0
                ? Optional.empty()
                : Optional.of(new WrkReport(
                        values.get("micros") / MICROS_PER_SECOND,
                        requests + values.get("connect") + values.get("read") + values.get("write"),
                        values.get("connect"),
                        values.get("read"),
                        values.get("timeout"),
                        values.get("write"),
                        values.get("status"),
                        new Latency(
                                requests,
                                millis(values, "min"),
                                millis(values, "p50"),
                                millis(values, "p90"),
                                millis(values, "p99"),
                                millis(values, "p999"),
                                millis(values, "max"))));
    }

    private static double millis(Map<String, Long> values, String name) {
        return values.get(name) / MICROS_PER_MILLI;
    }

    /** wrk does not check lengths. */
    @Override
    public long failedLength() {
        return 0;
    }

    @Override
    public Optional<Latency> latency() {
        return Optional.of(times);
    }
}
