package threadwall.report;

import java.util.Collection;
import java.util.List;
import java.util.Locale;

/**
 * A ratio of two figures over several repeats: the geometric mean and its 95 % confidence interval. The interval is a
 * t-interval on the natural logarithms of the ratios: with their mean m and their standard deviation s (divisor n − 1) it
 * is exp(m ± t(0.975, n − 1) · s / √n). On logarithms, the interval of a/b is the reciprocal of the interval of b/a. Source
 * of the method: Georges, Buytaert and Eeckhout, "Statistically Rigorous Java Performance Evaluation", OOPSLA 2007, for the
 * t-interval over repeats; Jain, "The Art of Computer Systems Performance Analysis", 1991, chapter 13, for pairs.
 *
 * @param center the geometric mean
 * @param low the lower end; {@code high} the upper end
 * @param repeats how many ratios there are; of two runs, the repeats of the run that has fewer
 */
public record RatioInterval(double center, double low, double high, int repeats) {

    /** The fewest repeats that have an interval. Of two, t(0.975, 1) = 12.7 makes it too wide to tell anything. */
    public static final int FEWEST = 3;

    /** Printed instead of a ratio whose interval contains 1. */
    public static final String NO_DIFFERENCE = "no difference";

    /**
     * t(0.975, ν), the 97.5 % quantile of Student's distribution, for ν = 1 to 30. Source: NIST/SEMATECH e-Handbook of
     * Statistical Methods, section 1.3.6.7.2.
     */
    private static final double[] STUDENT = {
        12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228,
        2.201, 2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086,
        2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042
    };

    /**
     * Of ratios, one from each repeat.
     *
     * @return {@code null} for fewer than {@value #FEWEST} ratios, and if one is not positive and finite
     */
    public static RatioInterval of(Collection<Double> ratios) {
        if (!areEnough(ratios)) {
            return null;
        }
        var logs = Logarithms.of(ratios);
        return around(logs.mean, logs.squaredError(), logs.count - 1, logs.count);
    }

    /**
     * The variance of the logarithm of a capacity that a search finds exactly: it ends when the capacity is within 5 % above
     * its result, anywhere in between (a uniform distribution of width w has the variance w² / 12). Searches that return
     * the same result are no more exact than that.
     */
    private static final double SEARCH_VARIANCE = Math.log(1.05) * Math.log(1.05) / 12;

    /** As {@link #of}, of capacities that searches have found. */
    public static RatioInterval ofSearched(Collection<Double> found) {
        if (!areEnough(found)) {
            return null;
        }
        var logs = Logarithms.of(found).withVarianceOf(SEARCH_VARIANCE);
        return around(logs.mean, logs.squaredError(), logs.count - 1, logs.count);
    }

    /** As {@link #ofUnpaired}, of capacities that searches have found. */
    public static RatioInterval ofSearched(Collection<Double> above, Collection<Double> below) {
        return ofUnpaired(above, below, SEARCH_VARIANCE);
    }

    /**
     * Of two figures that are not measured in pairs: the repeats of one run over those of another. The interval is
     * Welch's on the logarithms: the squared errors of both means are added, and the degrees of freedom are those of
     * Welch and Satterthwaite. Source: Welch, "The generalization of 'Student's' problem when several different
     * population variances are involved", Biometrika 34, 1947.
     *
     * @return {@code null} for fewer than {@value #FEWEST} repeats of either, and if a figure is not positive and finite
     */
    public static RatioInterval ofUnpaired(Collection<Double> above, Collection<Double> below) {
        return ofUnpaired(above, below, 0);
    }

    private static RatioInterval ofUnpaired(Collection<Double> above, Collection<Double> below, double leastVariance) {
        if (!areEnough(above) || !areEnough(below)) {
            return null;
        }
        var over = Logarithms.of(above).withVarianceOf(leastVariance);
        var under = Logarithms.of(below).withVarianceOf(leastVariance);
        double squaredError = over.squaredError() + under.squaredError();
        double freedom = squaredError * squaredError / (over.squaredErrorOfVariance() + under.squaredErrorOfVariance());
        return around(over.mean - under.mean, squaredError, freedom, Math.min(over.count, under.count));
    }

    private static boolean areEnough(Collection<Double> values) {
        return values.size() >= FEWEST
                && values.stream().allMatch(value -> value > 0 && value < Double.POSITIVE_INFINITY);
    }

    private static RatioInterval around(double mean, double squaredError, double freedom, int repeats) {
        // equal values have no error, and those of two runs no degrees of freedom either
        double half = squaredError == 0 ? 0 : student(freedom) * Math.sqrt(squaredError);
        return new RatioInterval(Math.exp(mean), Math.exp(mean - half), Math.exp(mean + half), repeats);
    }

    /**
     * t(0.975, ν), of the next lower ν in the table. An interval is so too wide rather than too narrow, by 4 % at most
     * above 30.
     */
    static double student(double freedom) {
        int whole = (int) (freedom + 1e-9); // 2 degrees may have been computed as 1.9999999999999998
        return STUDENT[Math.min(whole, STUDENT.length) - 1];
    }

    /** Whether the interval does not contain 1. */
    public boolean differsFromOne() {
        return low > 1 || high < 1;
    }

    /** {@code 1.80 (1.72–1.88)}. */
    public String text(String format) {
        return low == high ? number(format, center) : "%s (%s)".formatted(number(format, center), range(format));
    }

    /** {@code 1.72–1.88}. */
    public String range(String format) {
        return end(format, low) + "–" + end(format, high);
    }

    /** An end beside 1 is not printed as 1: with it the interval would seem to contain 1. */
    private String end(String format, double value) {
        var text = number(format, value);
        for (int decimals = 2; differsFromOne() && text.matches("1\\.0+") && decimals <= 6; decimals++) {
            text = number("%." + decimals + "f", value);
        }
        return text;
    }

    /** Whether to print {@value #NO_DIFFERENCE}. Not where all ratios are 1, as those of a figure over itself. */
    public boolean tellsNoDifference() {
        return !differsFromOne() && low < high;
    }

    /** As {@link #text}, or {@value #NO_DIFFERENCE}. */
    public String verdict(String format) {
        return tellsNoDifference() ? NO_DIFFERENCE : text(format);
    }

    private static String number(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }

    /** Mean and variance of the logarithms of some values. */
    private record Logarithms(int count, double mean, double variance) {

        static Logarithms of(Collection<Double> values) {
            List<Double> logs = values.stream().map(Math::log).toList();
            double mean = logs.stream().mapToDouble(log -> log).average().orElseThrow();
            double squares = logs.stream()
                    .mapToDouble(log -> (log - mean) * (log - mean))
                    .sum();
            return new Logarithms(logs.size(), mean, squares / (logs.size() - 1));
        }

        /** The same with this variance at least. */
        Logarithms withVarianceOf(double least) {
            return new Logarithms(count, mean, Math.max(variance, least));
        }

        /** The square of the standard error of the mean. */
        double squaredError() {
            return variance / count;
        }

        double squaredErrorOfVariance() {
            return squaredError() * squaredError() / (count - 1);
        }
    }
}
