package threadwall.report.html;

import java.util.Locale;
import threadwall.report.TableFormat;

/** Makes texts from a record, which may contain anything, fit for one line; formats figures. */
final class PlainText {

    /** The longest name of a server, a route or a run. */
    static final int NAME = 60;

    private PlainText() {}

    /** On one line, and no longer than so many characters. */
    static String brief(String text, int most) {
        if (text.length() <= most) {
            return TableFormat.onOneLine(text);
        }
        // do not divide a surrogate pair
        int end = Character.isHighSurrogate(text.charAt(most - 2)) ? most - 2 : most - 1;
        return TableFormat.onOneLine(text.substring(0, end)) + "…";
    }

    static String name(String text) {
        return brief(text, NAME);
    }

    static String count(double value) {
        return String.format(Locale.ROOT, "%,.0f", value);
    }

    /** With two decimals; empty for {@code null}. */
    static String ratio(Double value) {
        return value == null ? "" : String.format(Locale.ROOT, "%.2f", value);
    }

    /** "1 step", "2 steps". */
    static String plural(long count, String noun) {
        return "%,d %s%s".formatted(count, noun, count == 1 ? "" : "s");
    }

    /** "1 more row is left out", "2 more rows are left out". */
    static String leftOut(long count, String noun) {
        return "%s %s left out".formatted(plural(count, "more " + noun), count == 1 ? "is" : "are");
    }
}
