package threadwall.report.html;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import threadwall.record.StepRecord;
import threadwall.record.StepRecord.Outcome;
import threadwall.report.Spread;

/**
 * Requests per second of one server over those of another.
 *
 * @param value of the repeats that ended well for both, each ratio within its repeat; or, where there is none, one ratio of
 *     the medians
 * @param repeats that both have; 0 for a ratio of the medians
 */
record Ratio(Spread value, int repeats) {

    /** What single runs differ by for no reason: up to this factor, a ratio says nothing. */
    private static final double NOISE = 1.2;

    /** Half a unit of the one decimal that a ratio usually has. */
    private static final double COARSE = 0.05;

    /** Both must have a rate. */
    static Ratio of(Entry above, Entry below) {
        var over = rates(above.steps());
        var under = rates(below.steps());
        var ratios = over.keySet().stream()
                .filter(under::containsKey)
                .sorted()
                .map(repeat -> over.get(repeat) / under.get(repeat))
                .toList();
        return ratios.isEmpty()
                ? new Ratio(
                        Spread.of(List.of(above.row().requestsPerSecond().median()
                                / below.row().requestsPerSecond().median())),
                        0)
                : new Ratio(Spread.of(ratios), ratios.size());
    }

    private static Map<Integer, Double> rates(List<StepRecord> steps) {
        var rates = new HashMap<Integer, Double>();
        for (var step : steps) {
            if (step.outcome() == Outcome.OK && step.load().requestsPerSecond() != null) {
                rates.put(step.asked().repeat(), step.load().requestsPerSecond());
            }
        }
        return rates;
    }

    /** Whether the repeats tell it from 1; of a single one, whether it is beyond what single runs differ by. */
    boolean isDifference() {
        return repeats > 1
                ? value.min() > 1 || value.max() < 1
                : value.median() >= NOISE || value.median() <= 1 / NOISE;
    }

    boolean isLess() {
        return value.median() < 1;
    }

    /** {@code 3.4 ± 0.2}, with as many decimals as tell something; ± is half the range, of two repeats or more. */
    String text() {
        double half = (value.max() - value.min()) / 2;
        boolean fine = value.median() < NOISE || repeats > 1 && half < COARSE;
        var format = value.median() >= 100 ? "%,.0f" : fine ? "%.2f" : "%.1f";
        var median = String.format(Locale.ROOT, format, value.median());
        return repeats < 2 ? median : median + " ± " + String.format(Locale.ROOT, format, half);
    }
}
