package threadwall.loadgen.engine;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import threadwall.record.StepRecord.Latency;

/**
 * Parses the results of {@code wrk} as {@code loadgen/wrk.lua} prints them. By itself {@code wrk} rounds figures to two
 * digits.
 *
 * <p>Complete are responses, including late ones and those that are not 2xx, plus requests that broke; {@code wrk}
 * itself counts the latter apart. Late ones, which took longer than {@code --timeout}, are reported as failedExceptions.
 * Latency is of all requests. For each that took longer than the mean interval of its connection, {@code wrk} adds the
 * requests that it could not send meanwhile (its {@code stats_correct}).
 */
final class WrkReport {

    private static final Pattern LINE = Pattern.compile("^threadwall((?: \\w+=\\d+)+)$", Pattern.MULTILINE);
    private static final double MICROS_PER_SECOND = 1e6;
    private static final double MICROS_PER_MILLI = 1e3;

    private WrkReport() {}

    /** @return empty for an unfinished run, and for one without a response */
    static Optional<LoadReport> parse(String text) {
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
                : Optional.of(new LoadReport(
                        values.get("micros") / MICROS_PER_SECOND,
                        requests + values.get("connect") + values.get("read") + values.get("write"),
                        values.get("connect"),
                        values.get("read"),
                        0, // wrk does not check lengths
                        values.get("timeout"),
                        values.get("write"),
                        values.get("status"),
                        Optional.of(new Latency(
                                requests,
                                millis(values, "min"),
                                millis(values, "p50"),
                                millis(values, "p90"),
                                millis(values, "p99"),
                                millis(values, "p999"),
                                millis(values, "max"))),
                        Optional.empty(),
                        List.of()));
    }

    private static double millis(Map<String, Long> values, String name) {
        return values.get(name) / MICROS_PER_MILLI;
    }
}
