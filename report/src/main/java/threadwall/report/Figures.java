package threadwall.report;

/** Figures as people read them. */
final class Figures {

    private static final String[] UNITS = {"G", "T", "P", "E"};
    private static final double LARGE = 1e9;

    private Figures() {}

    /** A count in full, up to a thousand million; from there on in G (10^9), T, P, E. Blank for null. */
    static String brief(Long value) {
        if (value == null) {
            return "";
        }
        if (value < LARGE) {
            return "%,d".formatted(value);
        }
        int unit = 0;
        double scaled = value / LARGE;
        while (scaled >= 1000 && unit < UNITS.length - 1) {
            scaled /= 1000;
            unit++;
        }
        return "%.1f %s".formatted(scaled, UNITS[unit]);
    }
}
