package threadwall.loadgen.engine;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import threadwall.record.StepRecord.Latency;

/**
 * What {@code wrk} found, as {@code loadgen/wrk.lua} prints it: by itself it prints two digits of each figure.
 *
 * @param failedExceptions requests whose answer took longer than {@code --timeout}
 * @param complete answers, those that are no 2xx or came too late among them, and what broke instead of being answered, which
 *     {@code wrk} itself counts apart
 * @param times of all requests; {@code wrk} adds, for each that took longer than the mean interval of its connection, those
 *     that could not be sent meanwhile (its {@code stats_correct})
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

    /** Empty when the text is no finished run, or one without an answer. */
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

    /** It looks at no length. */
    @Override
    public long failedLength() {
        return 0;
    }

    @Override
    public Optional<Latency> latency() {
        return Optional.of(times);
    }
}
