package threadwall.lessons;

import java.util.List;

/**
 * Bars from the left, one below the other.
 *
 * @param unit of the values; empty for counts
 * @param logarithmic whether a bar is as long as the logarithm of its value, for values that differ by orders of
 *     magnitude. Its shortest bar is for 1
 */
record BarChart(String title, String unit, boolean logarithmic, List<Bar> bars) {

    private static final int LONGEST = 40;

    private static final int SHORTEST = 8;

    /** One bar. */
    public record Bar(String label, double value) {}

    /** @param unit of the values */
    static BarChart of(String title, String unit, List<Bar> bars) {
        return new BarChart(title, unit, false, List.copyOf(bars));
    }

    static BarChart logarithmic(String title, String unit, List<Bar> bars) {
        return new BarChart(title, unit, true, List.copyOf(bars));
    }

    /** The length of a bar as a share of the longest one, 0 to 1. */
    public double share(Bar bar) {
        double most = bars.stream().mapToDouble(Bar::value).max().orElse(0);
        if (logarithmic) {
            return most <= 1 || bar.value <= 1 ? 0 : Math.log(bar.value) / Math.log(most);
        }
        return most <= 0 ? 0 : Math.max(0, bar.value / most);
    }

    /** A value with its unit. */
    public String text(Bar bar) {
        return new Figure(bar.label, bar.value, unit).text();
    }

    /**
     * Lines for a terminal.
     *
     * @param columns of the terminal; bars get shorter in a narrow one
     * @param full the character that bars are made of
     */
    public String render(int columns, char full) {
        int labels = bars.stream().mapToInt(bar -> bar.label.length()).max().orElse(0);
        int values = bars.stream().mapToInt(bar -> text(bar).length()).max().orElse(0);
        int longest = Math.clamp(columns - labels - values - 5L, SHORTEST, LONGEST);
        var lines = new StringBuilder(title + (logarithmic ? " (logarithmic scale)" : "") + "\n\n");
        for (var bar : bars) {
            var blocks = String.valueOf(full).repeat((int) Math.round(share(bar) * longest));
            var line = ("  %-" + Math.max(1, labels) + "s  %s %s").formatted(bar.label, blocks, text(bar));
            lines.append(line.stripTrailing()).append('\n');
        }
        return lines.toString();
    }
}
