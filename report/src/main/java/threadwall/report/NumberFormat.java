package threadwall.report;

/** Formats counts and bytes for the cells of a table; empty for {@code null}. */
final class NumberFormat {

    private static final String[] UNITS = {"", " k", " M", " G", " T", " P", " E"};
    private static final double LARGE = 1e9;

    private NumberFormat() {}

    /** A count in full. */
    static String whole(Long count) {
        return count == null ? "" : "%,d".formatted(count);
    }

    /** A mean, rounded to a whole number. */
    static String rounded(Double mean) {
        return mean == null ? "" : "%,.0f".formatted(mean);
    }

    /** Bytes in MB of 10^6 bytes. */
    static String megabytes(Long bytes) {
        return bytes == null ? "" : "%,.1f".formatted(bytes / 1e6);
    }

    /** A difference with its sign and two decimals, or as many as its first digit needs: +1.25 %, -0.003 %. */
    static String deviation(double percent) {
        int decimals = 2;
        while (percent != 0 && Math.abs(percent) < 0.5 * Math.pow(10, -decimals)) {
            decimals++;
        }
        return ("%+." + decimals + "f %%").formatted(percent);
    }

    /** A count in full below 10^9, then in G (10^9), T, P or E. */
    static String brief(Long value) {
        return beside(value, value);
    }

    /** In full, or in k, M or G when the other figure of its row is large. */
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
