package threadwall.loadgen.engine;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import threadwall.record.StepRecord.Latency;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Parses the output of {@code oha --output-format json}. Requests in progress at the end of the load are not counted.
 * Its errors are reported as:
 *
 * <ul>
 *   <li>failedConnect: errors of a system call: a connection that was refused, or could not be opened
 *   <li>failedReceive: connections that broke, also by a write error
 *   <li>failedExceptions: requests or connections that timed out
 * </ul>
 *
 * <p>Latency is of answered requests, from the connect or, on an open connection, the first byte sent, to the last byte
 * read. A percentile is the value one above the nearest rank ({@code result_data.rs}, {@code percentile_iter}).
 */
final class OhaReport {

    private static final JsonMapper JSON = new JsonMapper();
    private static final double MILLIS_PER_SECOND = 1e3;

    /** An error text of oha ({@code client.rs}, {@code ClientError}), like the next. */
    private static final String DEADLINE = "aborted due to deadline";

    private static final String TIMEOUT = "timeout";
    private static final Pattern SYSTEM_CALL = Pattern.compile(".*\\(os error \\d+\\)");

    private OhaReport() {}

    /** @return empty for an unfinished run, and for one in which no request ended */
    static Optional<LoadReport> parse(String text) {
        JsonNode found;
        try {
            found = JSON.readTree(text);
        } catch (JacksonException e) {
            return Optional.empty();
        }
        var seconds = found.path("summary").path("total");
        long answers = sum(found.path("statusCodeDistribution"), status -> true);
        var errors = found.path("errorDistribution");
        long failed = sum(errors, error -> !error.equals(DEADLINE));
        if (!seconds.isNumber() || answers + failed == 0) {
            return Optional.empty();
        }
        long connect = sum(errors, error -> SYSTEM_CALL.matcher(error).matches());
        long late = sum(errors, TIMEOUT::equals);
        return Optional.of(new LoadReport(
                seconds.asDouble(),
                answers + failed,
                connect,
                failed - connect - late,
                0, // oha does not check lengths
                late,
                0,
                sum(found.path("statusCodeDistribution"), status -> !status.startsWith("2")),
                answers == 0 ? Optional.empty() : Optional.of(latency(answers, found)),
                Optional.empty(),
                List.of()));
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
}
