package threadwall.report;

import java.util.Arrays;
import java.util.Collection;
import java.util.Objects;

/** Median and range of what repeats gave; with one repeat all three are the same. */
public record MedianRange(double median, double min, double max) {

    /** {@code null} when there is no value; missing ones ({@code null}) are left out, never counted as 0. */
    public static MedianRange of(Collection<? extends Number> values) {
        var sorted = values.stream()
                .filter(Objects::nonNull)
                .mapToDouble(Number::doubleValue)
                .sorted()
                .toArray();
        return sorted.length == 0 ? null : new MedianRange(median(sorted), sorted[0], sorted[sorted.length - 1]);
    }

    private static double median(double[] sorted) {
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1
                ? sorted[middle]
                : Arrays.stream(sorted, middle - 1, middle + 1).average().orElseThrow();
    }
}
