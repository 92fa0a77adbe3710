package threadwall.report;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import threadwall.record.StepRecord;
import threadwall.record.StepRecord.Outcome;

/**
 * A figure of each repeat of one server under one load. Steps with the same number of the repeat must not be mixed: the
 * last one counts.
 *
 * @param byRepeat by the repeat's number; only repeats that ended well and have the figure
 */
public record RepeatFigures(Map<Integer, Double> byRepeat) {

    public static RepeatFigures of(List<StepRecord> steps, Function<StepRecord, Double> figure) {
        var byRepeat = new HashMap<Integer, Double>();
        for (var step : steps) {
            if (step.outcome() == Outcome.OK && figure.apply(step) != null) {
                byRepeat.put(step.asked().repeat(), figure.apply(step));
            }
        }
        return new RepeatFigures(byRepeat);
    }

    /** The geometric mean of several figures in each repeat that has all of them. */
    public static RepeatFigures geometricMean(List<RepeatFigures> all) {
        var means = new HashMap<Integer, Double>();
        all.getFirst().byRepeat.keySet().stream()
                .filter(repeat -> all.stream().allMatch(figures -> figures.byRepeat.containsKey(repeat)))
                .forEach(repeat -> means.put(
                        repeat,
                        Math.exp(all.stream()
                                .mapToDouble(figures -> Math.log(figures.byRepeat.get(repeat)))
                                .average()
                                .orElseThrow())));
        return new RepeatFigures(means);
    }

    /** The ratios within each repeat that has both figures, unless it would be divided by 0. */
    public List<Double> over(RepeatFigures below) {
        return List.copyOf(ratios(below).values());
    }

    /** The same by the repeat's number. */
    Map<Integer, Double> ratios(RepeatFigures below) {
        var ratios = new TreeMap<Integer, Double>();
        byRepeat.forEach((repeat, figure) -> {
            if (below.byRepeat.getOrDefault(repeat, 0.0) > 0) {
                ratios.put(repeat, figure / below.byRepeat.get(repeat));
            }
        });
        return ratios;
    }

    /** The figures in no particular order. */
    public Collection<Double> values() {
        return byRepeat.values();
    }
}
