package threadwall.report.html;

import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/**
 * A chart as {@code charts.js} draws it; the names are those of its JSON.
 *
 * @param y2 the axis at the right; {@code null} when there is none
 * @param bands phases of a time line
 */
record ChartSpec(String title, X x, Y y, Y y2, List<Series> series, List<Band> bands) {

    private static final JsonMapper JSON = new JsonMapper();

    /**
     * @param time whether the values are seconds
     * @param apart what the last value is called, which is none of the others' kind and which no line goes to; {@code null}
     *     where all are alike
     */
    record X(String label, List<Number> values, boolean log, boolean time, String apart) {

        X(String label, List<Number> values, boolean log, boolean time) {
            this(label, values, log, time, null);
        }
    }

    /** @param bytes whether the values are bytes, shown as MB and GB */
    record Y(String label, boolean log, boolean bytes) {}

    /**
     * One line; all lists are as long as the values of x, and {@code null} in them is a value that is not there.
     *
     * @param server what its colour is chosen by
     * @param axis {@code y} or {@code y2}
     * @param low with {@code high} the range of the repeats; both {@code null} where there is none
     * @param notes what is to be known of a point; {@code null} when nothing of any
     * @param gaps why a value is missing; {@code null} when none is
     */
    record Series(
            String label,
            String server,
            String axis,
            boolean dash,
            List<Number> values,
            List<Number> low,
            List<Number> high,
            List<String> notes,
            List<String> gaps) {}

    /** From where to where on x. */
    record Band(Number from, Number to, String label) {}

    /** A value as it stands in JSON: whole, or with three decimals. {@code null} for what is no number. */
    static Number number(double value) {
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            return null;
        }
        if (value == Math.rint(value) && Math.abs(value) < 1e15) {
            return (long) value;
        }
        return Math.abs(value) < 1e12 ? Math.round(value * 1000) / 1000.0 : value;
    }

    /** JSON that can stand between {@code <script>} and {@code </script>}: nothing in it ends that, or a line. */
    static String json(Object value) {
        return JSON.writeValueAsString(value)
                .replace("<", "\\u003c")
                .replace("\u2028", "\\u2028")
                .replace("\u2029", "\\u2029");
    }
}
