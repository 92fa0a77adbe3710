package threadwall.report;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;

/** Median and range of the values of several repeats. With one repeat, all three are the same. */
public record MedianRange(double median, double min, double max) {

    /** {@code null} when there is no value. Missing values ({@code null}) are left out, never counted as 0. */
    public static MedianRange of(Collection<? extends Number> values) {
        var sorted = values.stream()
                .filter(Objects::nonNull)
                .mapToDouble(Number::doubleValue)
                .sorted()
                .toArray();
        return sorted.length == 0 ? null : new MedianRange(median(sorted), sorted[0], sorted[sorted.length - 1]);
    }

    /** Of a figure of several items, {@code null} where an item lacks it. */
    public static <T> MedianRange of(List<T> items, Function<T, ? extends Number> figure) {
        return of(items.stream().map(figure).toList());
    }

    private static double median(double[] sorted) {
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1
                ? sorted[middle]
                : Arrays.stream(sorted, middle - 1, middle + 1).average().orElseThrow();
    }

    /** The values in a larger unit: bytes in MB, for a unit of 1e6. {@code null} stays {@code null}. */
    public static MedianRange scaled(MedianRange values, double unit) {
        return values == null ? null : new MedianRange(values.median / unit, values.min / unit, values.max / unit);
    }

    /** The median, followed by {@link #range} where repeats differ; empty for {@code null}. */
    public static String text(MedianRange values, String format) {
        if (values == null) {
            return "";
        }
        var range = values.range(format);
        return values.median(format) + (range.isEmpty() ? "" : " (" + range + ")");
    }

    String median(String format) {
        return String.format(Locale.ROOT, format, median);
    }

    /** {@code 1,050–1,080}; empty where both look the same. */
    String range(String format) {
        var least = String.format(Locale.ROOT, format, min);
        var most = String.format(Locale.ROOT, format, max);
        return least.equals(most) ? "" : least + "–" + most;
    }
}
