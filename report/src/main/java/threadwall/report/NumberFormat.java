package threadwall.report;

/** Formats large counts. */
final class NumberFormat {

    private static final String[] UNITS = {"", " k", " M", " G", " T", " P", " E"};
    private static final double LARGE = 1e9;

    private NumberFormat() {}

    /** A count in full below 10^9, then in G (10^9), T, P or E. Empty for {@code null}. */
    static String brief(Long value) {
        return beside(value, value);
    }

    /** In full, or in k, M or G when the other figure of its row is large. Empty for {@code null}. */
    static String beside(Long whole, Long value) {
        if (value == null) {
            return "";
        }
        if (whole < LARGE) {
            return "%,d".formatted(value);
        }
        int unit = 0;
        double scaled = value;
        while (scaled >= 1000 && unit < UNITS.length - 1) {
            scaled /= 1000;
            unit++;
        }
        return unit == 0 ? Long.toString(value) : "%.1f%s".formatted(scaled, UNITS[unit]);
    }
}
