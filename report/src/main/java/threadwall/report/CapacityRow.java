package threadwall.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import threadwall.record.StepPlan.Trial.Part;
import threadwall.record.StepRecord;
import threadwall.record.StepWarning;
import threadwall.record.TrialVerdict;

/**
 * A server's capacity.
 *
 * @param confirmed the rate within the latency limit that two fresh servers answered; {@code null} if none was confirmed
 * @param inLimit median and range of {@code found}
 * @param inLimitInterval of the same, from three repeats on
 * @param sustained what each repeat's search found without the limit
 * @param found what each repeat's search found within the limit
 * @param plannedP99Millis at the confirmed rate; so are the figures that follow
 */
public record CapacityRow(
        String server,
        Integer confirmed,
        MedianRange inLimit,
        RatioInterval inLimitInterval,
        MedianRange sustained,
        List<Integer> found,
        MedianRange plannedP99Millis,
        MedianRange requestsPerCpuSecond,
        MedianRange threads,
        MedianRange rssBytes,
        List<CapacityDoubt> doubts) {

    /** A confirmed rate was answered by so many fresh servers. */
    private static final int CONFIRMATIONS = 2;

    /** A rate that failed is well below one that was answered from this share on: searches end at 5 %. */
    private static final double WELL_BELOW = 0.9;

    /** @param steps of one server, all with a trial */
    static CapacityRow of(String server, List<StepRecord> steps) {
        var searches = of(steps, Part.SEARCH);
        var repeats = searches.stream()
                .filter(step -> TrialVerdict.of(step) != TrialVerdict.INVALID)
                .map(step -> step.asked().repeat())
                .distinct()
                .toList();
        var inLimit = repeats.stream()
                .map(repeat -> highest(searches, repeat, verdict -> verdict == TrialVerdict.IN_LIMIT))
                .toList();
        var sustained = repeats.stream()
                .map(repeat -> highest(searches, repeat, TrialVerdict::isSustained))
                .toList();
        var at = confirmed(of(steps, Part.CONFIRM));
        return new CapacityRow(
                server,
                at.isEmpty() ? null : at.getFirst().asked().load().rate(),
                MedianRange.of(inLimit),
                RatioInterval.of(inLimit.stream().map(Integer::doubleValue).toList()),
                MedianRange.of(sustained),
                inLimit,
                MedianRange.of(at, step -> step.arrivals().planned().p99Millis()),
                MedianRange.of(at, step -> step.server().requestsPerCpuSecond()),
                MedianRange.of(at, step -> step.server().threadsPeak()),
                MedianRange.of(at, step -> step.server().rssPeakBytes()),
                doubts(steps, searches, !at.isEmpty()));
    }

    /** The same under another name, for a table of several runs. */
    public CapacityRow named(String name) {
        return new CapacityRow(
                name,
                confirmed,
                inLimit,
                inLimitInterval,
                sustained,
                found,
                plannedP99Millis,
                requestsPerCpuSecond,
                threads,
                rssBytes,
                doubts);
    }

    private static List<StepRecord> of(List<StepRecord> steps, Part part) {
        return steps.stream()
                .filter(step -> step.asked().trial().part() == part)
                .toList();
    }

    private static int highest(List<StepRecord> searches, int repeat, Predicate<TrialVerdict> good) {
        return searches.stream()
                .filter(step -> step.asked().repeat() == repeat && good.test(TrialVerdict.of(step)))
                .mapToInt(step -> step.asked().load().rate())
                .max()
                .orElse(0);
    }

    /** The loads of the highest rate that was never failed and answered often enough; empty if there is none. */
    private static List<StepRecord> confirmed(List<StepRecord> confirmations) {
        return confirmations.stream()
                .map(step -> step.asked().load().rate())
                .distinct()
                .sorted(Comparator.reverseOrder())
                .map(rate -> confirmations.stream()
                        .filter(step -> step.asked().load().rate().equals(rate))
                        .toList())
                .filter(loads -> loads.size() >= CONFIRMATIONS
                        && loads.stream().allMatch(step -> TrialVerdict.of(step) == TrialVerdict.IN_LIMIT))
                .findFirst()
                .orElse(List.of());
    }

    private static List<CapacityDoubt> doubts(List<StepRecord> steps, List<StepRecord> searches, boolean confirmed) {
        var doubts = new ArrayList<CapacityDoubt>();
        var measured = steps.stream()
                .filter(step -> step.asked().trial().part() == Part.SEARCH
                        || step.asked().trial().part() == Part.CONFIRM)
                .toList();
        searches.stream()
                .collect(Collectors.groupingBy(step -> step.asked().repeat(), TreeMap::new, Collectors.toList()))
                .forEach((repeat, loads) -> {
                    if (loads.stream().allMatch(step -> TrialVerdict.of(step) == TrialVerdict.INVALID)) {
                        doubts.add(new CapacityDoubt.NotMeasured(
                                repeat, loads.getFirst().reason()));
                    }
                });
        lowest(measured, TrialVerdict.CLIENT_BOUND)
                .ifPresent(step -> doubts.add(
                        new CapacityDoubt.ClientBound(step.asked().load().rate())));
        lowest(measured, TrialVerdict.REFUSED)
                .ifPresent(step -> doubts.add(new CapacityDoubt.Refused(
                        step.asked().load().rate(), step.load().non2xx())));
        int answered = rates(measured, verdict -> verdict == TrialVerdict.IN_LIMIT)
                .max()
                .orElse(0);
        measured.stream()
                .filter(step -> isFailure(step) && !answeredAgain(step, measured))
                .mapToInt(step -> step.asked().load().rate())
                .filter(rate -> rate < WELL_BELOW * answered)
                .min()
                .ifPresent(failed -> doubts.add(new CapacityDoubt.Wanders(failed, answered)));
        measured.stream()
                .filter(CapacityRow::isFailure)
                .flatMap(step -> step.warnings().stream())
                .filter(StepWarning.OtherProcesses.class::isInstance)
                .mapToDouble(warning -> ((StepWarning.OtherProcesses) warning).percent())
                .max()
                .ifPresent(percent -> doubts.add(new CapacityDoubt.OtherProcesses(percent)));
        if (!confirmed) {
            doubts.add(new CapacityDoubt.Unconfirmed());
        }
        return List.copyOf(doubts);
    }

    /** The load says that the server cannot answer its rate. */
    private static boolean isFailure(StepRecord step) {
        return TrialVerdict.of(step) != TrialVerdict.IN_LIMIT && TrialVerdict.of(step) != TrialVerdict.INVALID;
    }

    /** The same search tried the rate once more, and the server answered: it was not warm before. */
    private static boolean answeredAgain(StepRecord failure, List<StepRecord> measured) {
        return measured.stream()
                .anyMatch(step -> TrialVerdict.of(step) == TrialVerdict.IN_LIMIT
                        && step.asked().trial().part()
                                == failure.asked().trial().part()
                        && step.asked().repeat() == failure.asked().repeat()
                        && step.asked()
                                .load()
                                .rate()
                                .equals(failure.asked().load().rate()));
    }

    private static Optional<StepRecord> lowest(List<StepRecord> steps, TrialVerdict verdict) {
        return steps.stream()
                .filter(step -> TrialVerdict.of(step) == verdict)
                .min(Comparator.comparing(step -> step.asked().load().rate()));
    }

    private static IntStream rates(List<StepRecord> steps, Predicate<TrialVerdict> good) {
        return steps.stream()
                .filter(step -> good.test(TrialVerdict.of(step)))
                .mapToInt(step -> step.asked().load().rate());
    }
}
