package threadwall.loadgen.engine;

import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import threadwall.record.StepRecord.Latency;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What {@code oha --output-format json} found. Requests that were under way when the time was over are no part of it.
 *
 * @param complete answers of any status, and requests that failed
 * @param failedConnect errors of a system call: a connection that was refused, or could not be opened
 * @param failedReceive connections that broke
 * @param failedExceptions requests or connections that took longer than was allowed
 * @param latency of the requests that were answered, from the first byte sent, or the connect before it, to the last one
 *     read; its percentiles are the value one above the nearest rank ({@code result_data.rs}, {@code percentile_iter})
 */
public record OhaReport(
        double seconds,
        long complete,
        long failedConnect,
        long failedReceive,
        long failedExceptions,
        long non2xx,
        Optional<Latency> latency)
        implements LoadReport {

    private static final JsonMapper JSON = new JsonMapper();
    private static final double MILLIS_PER_SECOND = 1e3;

    /** Its own words ({@code client.rs}, {@code ClientError}). */
    private static final String AT_THE_END = "aborted due to deadline";

    private static final String TIMEOUT = "timeout";
    private static final Pattern SYSTEM_CALL = Pattern.compile(".*\\(os error \\d+\\)");

    /** Empty when the text is no finished run, or one in which no request ended. */
    public static Optional<OhaReport> parse(String text) {
        JsonNode found;
        try {
            found = JSON.readTree(text);
        } catch (JacksonException e) {
            return Optional.empty();
        }
        var seconds = found.path("summary").path("total");
        long answers = sum(found.path("statusCodeDistribution"), status -> true);
        var errors = found.path("errorDistribution");
        long failed = sum(errors, error -> !error.equals(AT_THE_END));
        if (!seconds.isNumber() || answers + failed == 0) {
            return Optional.empty();
        }
        long connect = sum(errors, error -> SYSTEM_CALL.matcher(error).matches());
        long late = sum(errors, TIMEOUT::equals);
        return Optional.of(new OhaReport(
                seconds.asDouble(),
                answers + failed,
                connect,
                failed - connect - late,
                late,
                sum(found.path("statusCodeDistribution"), status -> !status.startsWith("2")),
                answers == 0 ? Optional.empty() : Optional.of(latency(answers, found))));
    }

    private static Latency latency(long answers, JsonNode found) {
        var summary = found.path("summary");
        var percentiles = found.path("latencyPercentiles");
        return new Latency(
                answers,
                millis(summary.path("fastest")),
                millis(percentiles.path("p50")),
                millis(percentiles.path("p90")),
                millis(percentiles.path("p99")),
                millis(percentiles.path("p99.9")),
                millis(summary.path("slowest")));
    }

    private static double millis(JsonNode seconds) {
        return seconds.asDouble() * MILLIS_PER_SECOND;
    }

    private static long sum(JsonNode counts, Predicate<String> which) {
        return counts.propertyStream()
                .filter(count -> which.test(count.getKey()))
                .mapToLong(count -> count.getValue().asLong())
                .sum();
    }

    /** It looks at no length. */
    @Override
    public long failedLength() {
        return 0;
    }

    /** What cannot be written counts as a connection that broke. */
    @Override
    public long writeErrors() {
        return 0;
    }
}
