package threadwall.report;

/** Figures as people read them. */
final class NumberFormat {

    private static final String[] UNITS = {"", " k", " M", " G", " T", " P", " E"};
    private static final double LARGE = 1e9;

    private NumberFormat() {}

    /** A count in full, up to a thousand million; from there on in G (10^9), T, P, E. Blank for null. */
    static String brief(Long value) {
        return beside(value, value);
    }

    /** In the manner of another figure of its row: in full or in k, M, G as that is large. Blank for null. */
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
