package threadwall.report;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A figure of one server divided by that of another, and whether the two differ.
 *
 * @param value ratios within the repeats that ended well for both; where there is no such repeat, and for entries of
 *     different runs, the ratio of the medians
 * @param interval of the same ratios, and of different runs the one that takes no pairs; {@code null} for fewer than
 *     {@value RatioInterval#FEWEST} repeats
 * @param repeats that ended well for both; 0 for a ratio of the medians
 */
public record Ratio(MedianRange value, RatioInterval interval, int repeats) {

    /** Single runs differ by up to this factor for no reason. */
    private static final double NOISE = 1.2;

    /** Half of the last digit of a ratio with one decimal. */
    private static final double COARSE = 0.05;

    private static final String TWO_DECIMALS = "%.2f";

    /**
     * The ratio of two figures within the repeats that ended well for both.
     *
     * @return empty where there is no such repeat
     */
    public static Optional<Ratio> within(RepeatFigures above, RepeatFigures below) {
        var ratios = above.over(below);
        return ratios.isEmpty()
                ? Optional.empty()
                : Optional.of(new Ratio(MedianRange.of(ratios), RatioInterval.of(ratios), ratios.size()));
    }

    /**
     * The ratio of two medians.
     *
     * @param interval {@code null} if there is none
     */
    public static Ratio ofMedians(MedianRange above, MedianRange below, RatioInterval interval) {
        return new Ratio(MedianRange.of(List.of(above.median() / below.median())), interval, 0);
    }

    /**
     * Whether the ratio differs from 1: the interval does not contain 1. Of two repeats, both are on one side of 1, and so
     * is the median ± half the range. A single repeat must differ by more than noise.
     */
    public boolean isDifference() {
        if (interval != null) {
            return interval.differsFromOne();
        }
        return repeats > 1
                ? value.min() > 1 && value.median() - half() > 1 || value.max() < 1 && value.median() + half() < 1
                : value.median() >= NOISE || value.median() <= 1 / NOISE;
    }

    /** Half the width of what stands beside the ratio. */
    private double half() {
        return (interval == null ? value.max() - value.min() : interval.high() - interval.low()) / 2;
    }

    public double center() {
        return interval == null ? value.median() : interval.center();
    }

    public boolean isLess() {
        return center() < 1;
    }

    /** {@code 3.4 (3.2–3.6)}, with the significant decimals; {@code 3.4 ± 0.2} of two repeats, half their range. */
    public String text() {
        return interval == null ? number() : interval.text(format());
    }

    /** {@code 3.4}, or {@code 3.4 ± 0.2} of two repeats. */
    public String number() {
        var center = String.format(Locale.ROOT, format(), center());
        return interval != null || repeats < 2 ? center : center + " ± " + String.format(Locale.ROOT, format(), half());
    }

    /** {@code 3.2–3.6}; empty where there is no interval. */
    public Optional<String> range() {
        return Optional.ofNullable(interval).map(ends -> ends.range(format()));
    }

    private String format() {
        boolean fine = center() < NOISE || (interval != null || repeats > 1) && half() < COARSE;
        return center() >= 100 ? "%,.0f" : fine ? TWO_DECIMALS : "%.1f";
    }

    /** What the figures of {@link #text} are. */
    public String basis() {
        if (interval != null) {
            return "geometric mean and 95 %% t-interval of %d repeats".formatted(repeats);
        }
        return switch (repeats) {
            case 0 -> "ratio of the medians, because no repeat went well for both";
            case 1 -> "one repeat";
            default -> "median of %d repeats ± half the range of their ratios".formatted(repeats);
        };
    }

    /** For a cell: as {@link #text}, but {@code no difference (0.95–1.09)} where the interval contains 1. */
    public String cell() {
        return isNoDifference() ? noDifference(format()) : text();
    }

    /** As {@link #cell} with two decimals, and no range of two repeats. */
    public String cellOfTwoDecimals() {
        return isNoDifference() ? noDifference(TWO_DECIMALS) : twoDecimals();
    }

    /** {@code 3.40}, or {@code 3.40 (3.21–3.58)}. */
    public String twoDecimals() {
        return interval == null ? String.format(Locale.ROOT, TWO_DECIMALS, center()) : interval.text(TWO_DECIMALS);
    }

    public boolean isNoDifference() {
        return interval != null && interval.tellsNoDifference();
    }

    private String noDifference(String format) {
        return "%s (%s)".formatted(RatioInterval.NO_DIFFERENCE, interval.range(format));
    }
}
