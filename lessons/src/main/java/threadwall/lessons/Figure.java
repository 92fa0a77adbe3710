package threadwall.lessons;

import java.util.Locale;

/**
 * A number with what it is of.
 *
 * @param label such as {@code threads}
 * @param unit after the number; empty for a count
 */
record Figure(String label, double value, String unit) {

    Figure labelled(String text) {
        return new Figure(text, value, unit);
    }

    /** The value with its unit: three significant digits, and all digits of a whole number. */
    public String text() {
        return number(value) + (unit.isEmpty() ? "" : " " + unit);
    }

    static String number(double value) {
        double size = Math.abs(value);
        int digits = size >= 100 || value == Math.rint(value) ? 0 : size >= 10 ? 1 : 2;
        return String.format(Locale.ROOT, "%,." + digits + "f", value);
    }
}
