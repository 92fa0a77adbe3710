package threadwall.record;

import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.regex.Pattern;
import threadwall.record.StepRecord.Latency;

/**
 * A limit that a load's latency has to keep.
 *
 * @param percentile {@code p50}, {@code p90}, {@code p99}, {@code p99.9} or {@code max}
 * @param millis the most that it may be
 */
public record LatencyLimit(String percentile, double millis) {

    private static final Map<String, ToDoubleFunction<Latency>> PERCENTILES = Map.of(
            "p50", Latency::p50Millis,
            "p90", Latency::p90Millis,
            "p99", Latency::p99Millis,
            "p99.9", Latency::p999Millis,
            "max", Latency::maxMillis);

    private static final Pattern FORM = Pattern.compile("(p50|p90|p99|p99\\.9|max)=(\\d{1,6}(?:\\.\\d{1,3})?)(ms|s)");

    /** Reads {@code p99=500ms} or {@code max=2s}; empty for anything else, and for a limit of 0. */
    public static Optional<LatencyLimit> parse(String text) {
        var match = FORM.matcher(text);
        if (!match.matches()) {
            return Optional.empty();
        }
        double millis = Double.parseDouble(match.group(2)) * (match.group(3).equals("s") ? 1_000 : 1);
        return millis > 0 ? Optional.of(new LatencyLimit(match.group(1), millis)) : Optional.empty();
    }

    public boolean isKeptBy(Latency latency) {
        return PERCENTILES.get(percentile).applyAsDouble(latency) <= millis;
    }

    /** {@code p99 of 500 ms}, or {@code p50 of 1.5 ms}. */
    public String words() {
        return "%s of %s ms"
                .formatted(
                        percentile,
                        millis == Math.rint(millis)
                                ? "%,.0f".formatted(millis)
                                : new BigDecimal(String.valueOf(millis)));
    }
}
