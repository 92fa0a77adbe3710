package threadwall.report;

import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import threadwall.record.StepPlan.Trial.Part;
import threadwall.record.StepRecord;
import threadwall.record.TrialVerdict;

/**
 * A server's capacity.
 *
 * @param confirmed the rate within the latency limit that two fresh servers answered; {@code null} if none was confirmed
 * @param inLimit median and range of {@code found}
 * @param inLimitInterval of the same, from three repeats on, and no narrower than the resolution of a search
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
                RatioInterval.ofSearched(
                        inLimit.stream().map(Integer::doubleValue).toList()),
                MedianRange.of(sustained),
                inLimit,
                MedianRange.of(at, step -> step.arrivals().planned().p99Millis()),
                MedianRange.of(at, step -> step.server().requestsPerCpuSecond()),
                MedianRange.of(at, step -> step.server().threadsPeak()),
                MedianRange.of(at, step -> step.server().rssPeakBytes()),
                CapacityDoubts.of(steps, !at.isEmpty()));
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

    /** One load that measured nothing was repeated, and is left out; two are a failure. */
    private static List<StepRecord> withResult(List<StepRecord> loads) {
        var good = loads.stream()
                .filter(step -> TrialVerdict.of(step) != TrialVerdict.INVALID)
                .toList();
        return good.size() >= loads.size() - 1 ? good : List.of();
    }

    /** Of each fresh server the last load: one that fails its first load is loaded once more. */
    private static List<StepRecord> lastOfEachServer(Stream<StepRecord> loads) {
        var last = new TreeMap<Integer, StepRecord>();
        loads.forEach(step -> last.put(step.asked().repeat(), step));
        return List.copyOf(last.values());
    }

    /** The loads of the highest rate that was never failed and answered often enough; empty if there is none. */
    private static List<StepRecord> confirmed(List<StepRecord> confirmations) {
        return confirmations.stream()
                .map(step -> step.asked().load().rate())
                .distinct()
                .sorted(Comparator.reverseOrder())
                .map(rate -> lastOfEachServer(confirmations.stream()
                        .filter(step -> step.asked().load().rate().equals(rate))))
                .map(CapacityRow::withResult)
                .filter(loads -> loads.size() >= CONFIRMATIONS
                        && loads.stream().allMatch(step -> TrialVerdict.of(step) == TrialVerdict.IN_LIMIT))
                .findFirst()
                .orElse(List.of());
    }
}
