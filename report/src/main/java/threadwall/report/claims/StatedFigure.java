package threadwall.report.claims;

import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import threadwall.report.MedianRange;

/**
 * A figure as a text states it, which may be a range or a bound: {@code 46.61 s}, {@code 2000–4000 MB}, {@code over 12}.
 *
 * @param words for a reader
 * @param low the least that it can be; 0 where only the most is stated
 * @param high the most that it can be; infinite where only the least is stated
 */
record StatedFigure(String words, double low, double high) {

    private static final String NUMBER = "(\\d[\\d,]*(?:\\.\\d+)?)";

    private static final Pattern FORM = Pattern.compile("(over |under )?" + NUMBER + "(?:–" + NUMBER + ")?( .*)?");

    /** Between repeats of one measurement, whose median is meant. */
    private static final String REPEATS = "; ";

    /** @throws IllegalArgumentException when it has another form */
    static StatedFigure parse(String text) {
        return text.contains(REPEATS) ? medianOf(text) : single(text);
    }

    private static StatedFigure medianOf(String text) {
        var repeats = Stream.of(text.split(REPEATS)).map(StatedFigure::single).toList();
        double median = MedianRange.of(repeats, StatedFigure::low).median();
        return new StatedFigure(String.format(Locale.ROOT, "%,.0f", median), median, median);
    }

    private static StatedFigure single(String text) {
        var form = FORM.matcher(text);
        if (!form.matches()) {
            throw new IllegalArgumentException(
                    "'%s' is no figure such as '12 s', '35–60 MB', 'over 6' or 'under 100 %%'".formatted(text));
        }
        double first = number(form.group(2));
        double last = form.group(3) == null ? first : number(form.group(3));
        return switch (form.group(1)) {
            case "over " -> new StatedFigure(text, first, Double.POSITIVE_INFINITY);
            case "under " -> new StatedFigure(text, 0, last);
            case null, default -> new StatedFigure(text, first, last);
        };
    }

    static double number(String digits) {
        return Double.parseDouble(digits.replace(",", ""));
    }

    /** This figure over another, from the least to the most that it can be. */
    StatedFigure over(StatedFigure other) {
        double least = low / other.high;
        double most = high / other.low;
        var ratio = least == most ? ratio(least) : ratio(least) + "–" + ratio(most);
        return new StatedFigure("%s / %s = %s".formatted(words, other.words, ratio), least, most);
    }

    /** With three significant digits or two decimals; small ratios need more than two. */
    static String ratio(double ratio) {
        return String.format(
                Locale.ROOT, ratio >= 100 ? "%,.0f" : ratio >= 10 ? "%.1f" : ratio >= 0.1 ? "%.2f" : "%.4f", ratio);
    }

    /** Whether a figure of ours is in the range after both of its ends were moved outwards by a factor. */
    boolean contains(double ours, double factor) {
        return ours >= low / factor && ours <= high * factor;
    }

    /** Our figure over the stated one: over its nearest end, and 1 inside of a range. Only a bound is compared outside, too. */
    double compare(double ours) {
        if (high == Double.POSITIVE_INFINITY) {
            return ours / low;
        }
        if (low == 0) {
            return ours / high;
        }
        return ours / Math.clamp(ours, low, high);
    }
}
