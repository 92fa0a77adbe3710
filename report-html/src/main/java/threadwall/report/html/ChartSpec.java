package threadwall.report.html;

import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import threadwall.report.MedianRange;
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
     * @param apart name of the last value, which is of another kind and which no line leads to; {@code null} where all are of
     *     one kind
     */
    record X(String label, List<Number> values, boolean log, boolean time, String apart) {

        X(String label, List<Number> values, boolean log, boolean time) {
            this(label, values, log, time, null);
        }
    }

    /** @param bytes whether the values are bytes, shown as MB and GB */
    record Y(String label, boolean log, boolean bytes) {}

    /**
     * One line. All lists are as long as the values of x; {@code null} in them is a missing value.
     *
     * @param server decides its colour
     * @param axis {@code y} or {@code y2}
     * @param low with {@code high} the range of the repeats; both {@code null} where repeats do not differ
     * @param notes remarks on the points; {@code null} when there are none
     * @param gaps why values are missing; {@code null} when none is
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
            List<String> gaps) {

        /** A line without ranges. */
        static Series line(String label, String server, String axis, List<Number> values) {
            return new Series(label, server, axis, false, values, null, null, null, null);
        }

        /**
         * A line without ranges, of some of the values.
         *
         * @param kept their places
         */
        static Series line(String label, String server, String axis, List<Number> values, int[] kept) {
            return line(
                    label,
                    server,
                    axis,
                    IntStream.of(kept).mapToObj(values::get).toList());
        }

        /** The medians as a line, with their ranges where repeats differ. */
        static Series medians(
                String label,
                String server,
                boolean dash,
                List<MedianRange> points,
                List<String> notes,
                List<String> gaps) {
            boolean ranges = points.stream().anyMatch(point -> point != null && point.min() < point.max());
            return new Series(
                    label,
                    server,
                    "y",
                    dash,
                    numbers(points, MedianRange::median),
                    ranges ? numbers(points, MedianRange::min) : null,
                    ranges ? numbers(points, MedianRange::max) : null,
                    notes,
                    gaps);
        }

        private static List<Number> numbers(List<MedianRange> points, ToDoubleFunction<MedianRange> part) {
            return points.stream()
                    .map(point -> point == null ? null : number(part.applyAsDouble(point)))
                    .toList();
        }

        /** A text for each point; {@code null} when no point has one. */
        static <P> List<String> texts(P[] points, Function<P, String> text) {
            var texts = Stream.of(points)
                    .map(point -> point == null ? null : text.apply(point))
                    .toList();
            return texts.stream().allMatch(Objects::isNull) ? null : texts;
        }
    }

    /** A chart with one axis of values. */
    ChartSpec(String title, X x, Y y, List<Series> series) {
        this(title, x, y, null, series, List.of());
    }

    /** A phase, from one value of x to another. */
    record Band(Number from, Number to, String label) {}

    /** A value in JSON: whole, or with three decimals. {@code null} for infinity and for what is not a number. */
    static Number number(double value) {
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            return null;
        }
        if (value == Math.rint(value) && Math.abs(value) < 1e15) {
            return (long) value;
        }
        return Math.abs(value) < 1e12 ? Math.round(value * 1000) / 1000.0 : value;
    }

    /** JSON for a {@code <script>} element: nothing in it ends the element, or a line of JavaScript. */
    static String json(Object value) {
        return JSON.writeValueAsString(value)
                .replace("<", "\\u003c")
                .replace("\u2028", "\\u2028")
                .replace("\u2029", "\\u2029");
    }
}
