package threadwall.report.html;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import threadwall.report.MedianRange;
import threadwall.report.RatioInterval;
import threadwall.report.RepeatFigures;

/**
 * A figure of one entry divided by that of another.
 *
 * @param value ratios within the repeats that ended well for both; where there is no such repeat, and for entries of
 *     different runs, the ratio of the medians
 * @param interval of the same ratios, and of different runs the one that takes no pairs; {@code null} for fewer than
 *     {@value RatioInterval#FEWEST} repeats
 * @param repeats that ended well for both; 0 for a ratio of the medians
 */
record Ratio(MedianRange value, RatioInterval interval, int repeats) {

    /** Single runs differ by up to this factor for no reason. */
    private static final double NOISE = 1.2;

    /** Half of the last digit of a ratio with one decimal. */
    private static final double COARSE = 0.05;

    private static final String TWO_DECIMALS = "%.2f";

    /** The ratio of requests per second. Both must have a rate. */
    static Ratio of(ReportEntry above, ReportEntry below) {
        return of(above, below, Measure.RATE);
    }

    /** The ratio of requests per CPU second of the server. Both must have them. */
    static Ratio ofCost(ReportEntry above, ReportEntry below) {
        return of(above, below, Measure.COST);
    }

    private static Ratio of(ReportEntry above, ReportEntry below, Measure measure) {
        var ratios = figures(above, measure).over(figures(below, measure));
        return ratios.isEmpty()
                ? ofMedians(above, below, measure, null)
                : new Ratio(MedianRange.of(ratios), RatioInterval.of(ratios), ratios.size());
    }

    /** The ratio of the medians, as long as repeats are too few for an interval. Both must have a rate. */
    static Ratio ofMedians(ReportEntry above, ReportEntry below) {
        var paired = of(above, below);
        return paired.interval == null ? ofMedians(above, below, Measure.RATE, null) : paired;
    }

    /** For entries of different runs, whose repeats are no pairs. Both must have the figure, and below not 0. */
    static Ratio betweenRuns(ReportEntry above, ReportEntry below, Measure measure) {
        var interval = RatioInterval.ofUnpaired(
                figures(above, measure).values(), figures(below, measure).values());
        return ofMedians(above, below, measure, interval);
    }

    private static Ratio ofMedians(ReportEntry above, ReportEntry below, Measure measure, RatioInterval interval) {
        double ratio =
                measure.of(above.row()).median() / measure.of(below.row()).median();
        return new Ratio(MedianRange.of(List.of(ratio)), interval, 0);
    }

    private static RepeatFigures figures(ReportEntry entry, Measure measure) {
        return RepeatFigures.of(entry.steps(), measure::of);
    }

    /**
     * Whether the ratio differs from 1: the interval does not contain 1. Of two repeats, both are on one side of 1, and so
     * is the median ± half the range. A single repeat must differ by more than noise.
     */
    boolean isDifference() {
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

    double center() {
        return interval == null ? value.median() : interval.center();
    }

    boolean isLess() {
        return center() < 1;
    }

    /** {@code 3.4 (3.2–3.6)}, with the significant decimals; {@code 3.4 ± 0.2} of two repeats, half their range. */
    String text() {
        return interval == null ? number() : interval.text(format());
    }

    /** {@code 3.4}, or {@code 3.4 ± 0.2} of two repeats. */
    String number() {
        var center = String.format(Locale.ROOT, format(), center());
        return interval != null || repeats < 2 ? center : center + " ± " + String.format(Locale.ROOT, format(), half());
    }

    /** {@code 3.2–3.6}; empty where there is no interval. */
    Optional<String> range() {
        return Optional.ofNullable(interval).map(ends -> ends.range(format()));
    }

    private String format() {
        boolean fine = center() < NOISE || (interval != null || repeats > 1) && half() < COARSE;
        return center() >= 100 ? "%,.0f" : fine ? TWO_DECIMALS : "%.1f";
    }

    /** What the figures of {@link #text} are. */
    String basis() {
        if (interval != null) {
            return "geometric mean and 95 %% t-interval of %d repeats".formatted(repeats);
        }
        return switch (repeats) {
            case 0 -> "ratio of the medians, as no repeat went well for both";
            case 1 -> "one repeat";
            default -> "median of %d repeats ± half the range of their ratios".formatted(repeats);
        };
    }

    /** For a cell: as {@link #text}, but {@code no difference (0.95–1.09)} where the interval contains 1. */
    String cell() {
        return isNoDifference() ? noDifference(format()) : text();
    }

    /** As {@link #cell} with two decimals, and no range of two repeats. */
    String cellOfTwoDecimals() {
        return isNoDifference() ? noDifference(TWO_DECIMALS) : twoDecimals();
    }

    /** {@code 3.40}, or {@code 3.40 (3.21–3.58)}. */
    String twoDecimals() {
        return interval == null ? PlainText.ratio(center()) : interval.text(TWO_DECIMALS);
    }

    boolean isNoDifference() {
        return interval != null && interval.tellsNoDifference();
    }

    private String noDifference(String format) {
        return "%s (%s)".formatted(RatioInterval.NO_DIFFERENCE, interval.range(format));
    }
}
