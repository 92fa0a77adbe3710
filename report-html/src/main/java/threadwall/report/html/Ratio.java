package threadwall.report.html;

import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import threadwall.record.StepRecord;
import threadwall.report.MedianRange;
import threadwall.report.RepeatFigures;

/**
 * A figure of one entry divided by that of another: requests per second, or per CPU second of the server.
 *
 * @param value ratios within the repeats that ended well for both; where there is no such repeat, the ratio of the medians
 * @param repeats that ended well for both; 0 for a ratio of the medians
 */
record Ratio(MedianRange value, int repeats) {

    /** Single runs differ by up to this factor for no reason. */
    private static final double NOISE = 1.2;

    /** Half of the last digit of a ratio with one decimal. */
    private static final double COARSE = 0.05;

    /** The ratio of requests per second. Both must have a rate. */
    static Ratio of(ReportEntry above, ReportEntry below) {
        return of(above, below, Measure.RATE, step -> step.load().requestsPerSecond());
    }

    /** The ratio of requests per CPU second of the server. Both must have them. */
    static Ratio ofCost(ReportEntry above, ReportEntry below) {
        return of(above, below, Measure.COST, step -> step.server().requestsPerCpuSecond());
    }

    private static Ratio of(
            ReportEntry above, ReportEntry below, Measure measure, Function<StepRecord, Double> figure) {
        var ratios = RepeatFigures.of(above.steps(), figure).over(RepeatFigures.of(below.steps(), figure));
        return ratios.isEmpty()
                ? new Ratio(
                        MedianRange.of(List.of(measure.of(above.row()).median()
                                / measure.of(below.row()).median())),
                        0)
                : new Ratio(MedianRange.of(ratios), ratios.size());
    }

    /**
     * Whether the ratio differs from 1: all repeats are on one side of 1, and so is the median ± half the range. A single
     * repeat must differ by more than noise.
     */
    boolean isDifference() {
        return repeats > 1
                ? value.min() > 1 && value.median() - half() > 1 || value.max() < 1 && value.median() + half() < 1
                : value.median() >= NOISE || value.median() <= 1 / NOISE;
    }

    private double half() {
        return (value.max() - value.min()) / 2;
    }

    boolean isLess() {
        return value.median() < 1;
    }

    /** {@code 3.4 ± 0.2}, with the significant decimals. With two repeats or more, ± is half the range. */
    String text() {
        boolean fine = value.median() < NOISE || repeats > 1 && half() < COARSE;
        var format = value.median() >= 100 ? "%,.0f" : fine ? "%.2f" : "%.1f";
        var median = String.format(Locale.ROOT, format, value.median());
        return repeats < 2 ? median : median + " ± " + String.format(Locale.ROOT, format, half());
    }
}
