package threadwall.report;

import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import threadwall.record.StepPlan;
import threadwall.record.StepRecord;

/**
 * The ratios of a server's figures to a peer's in the rounds of {@code bench speed}.
 *
 * @param rounds ratios within each round; {@code null} when no round has both
 * @param interval over the starts of the servers; {@code null} when fewer than {@value RatioInterval#FEWEST} of them have a
 *     ratio
 */
record RoundRatios(MedianRange rounds, RatioInterval interval) {

    /**
     * The interval is over the geometric means of each start's rounds. Rounds of one start are not independent: they have
     * the same processes, and so the same result of the JIT compiler.
     */
    static RoundRatios of(List<StepRecord> mine, List<StepRecord> theirs, Function<StepRecord, Double> figure) {
        var byRound = RepeatFigures.of(mine, figure).ratios(RepeatFigures.of(theirs, figure));
        var starts = starts(Stream.concat(mine.stream(), theirs.stream()).toList());
        var logarithms = byRound.keySet().stream()
                .collect(Collectors.groupingBy(
                        round -> Optional.ofNullable(starts.floor(round)),
                        Collectors.averagingDouble(round -> Math.log(byRound.get(round)))));
        return new RoundRatios(
                MedianRange.of(byRound.values()),
                RatioInterval.of(logarithms.values().stream().map(Math::exp).toList()));
    }

    /** The first round of each start: before it the servers were started and warmed up. */
    static NavigableSet<Integer> starts(List<StepRecord> steps) {
        return steps.stream()
                .map(StepRecord::asked)
                .filter(asked -> !asked.onKeptServers())
                .map(StepPlan::repeat)
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
