package threadwall.report;

import java.util.List;
import java.util.Objects;

/** A history in one line of text, one character per value. The scale goes from 0 to the largest value shown. */
enum Sparkline {
    UNICODE("▁▂▃▄▅▆▇█"),
    ASCII("_.-~=+*#");

    private final String levels;

    Sparkline(String levels) {
        this.levels = levels;
    }

    /**
     * The latest values that fit, the last one at the right end.
     *
     * @param values from 0 up; {@code null} is a gap
     * @param width of the text, in characters
     */
    String of(List<Double> values, int width) {
        var latest = values.subList(Math.max(0, values.size() - width), values.size());
        double most = latest.stream()
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(0);
        var line = new StringBuilder(" ".repeat(width - latest.size()));
        for (var value : latest) {
            line.append(value == null ? ' ' : level(value, most));
        }
        return line.toString();
    }

    private char level(double value, double most) {
        long level = most == 0 ? 0 : Math.round(value / most * (levels.length() - 1));
        return levels.charAt((int) level);
    }
}
