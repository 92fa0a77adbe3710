package threadwall.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import threadwall.record.StepPlan.Trial.Part;
import threadwall.record.StepRecord;
import threadwall.record.StepWarning;
import threadwall.record.TrialVerdict;

/** Finds the doubts about a server's capacity in its loads. */
final class CapacityDoubts {

    /** A rate that failed is well below one that was answered from this share on: searches end at 5 %. */
    private static final double WELL_BELOW = 0.9;

    /** A load that answered less than this share of a rate that another answered had a slower server. */
    private static final double FAR_FEWER = 0.8;

    /** Quotas that differ by more have changed. */
    private static final double SAME_QUOTA = 1.01;

    /**
     * A load whose server used more CPU time than this times a quota did not have that quota. Its CPU time is read
     * until all connections are closed, so it is that of a longer time than the load's.
     */
    private static final double ABOVE_QUOTA = 1.25;

    private final List<StepRecord> steps;

    /** Those that the capacity depends on. */
    private final List<StepRecord> measured;

    private CapacityDoubts(List<StepRecord> steps) {
        this.steps = steps;
        this.measured = steps.stream()
                .filter(step -> isOf(step, Part.SEARCH) || isOf(step, Part.CONFIRM))
                .toList();
    }

    /**
     * @param steps of one server, all with a trial
     * @param confirmed whether it has a capacity
     */
    static List<CapacityDoubt> of(List<StepRecord> steps, boolean confirmed) {
        return new CapacityDoubts(steps).all(confirmed);
    }

    private List<CapacityDoubt> all(boolean confirmed) {
        var doubts = new ArrayList<CapacityDoubt>();
        doubts.addAll(searchesWithoutResult());
        atLeast().ifPresent(doubts::add);
        noneHigher().ifPresent(doubts::add);
        lowestUnlessFailedOtherwise(step -> TrialVerdict.of(step) == TrialVerdict.REFUSED)
                .ifPresent(step -> doubts.add(
                        new CapacityDoubt.Refused(rate(step), step.load().non2xx())));
        wanders().ifPresent(doubts::add);
        quotaChanged().ifPresent(doubts::add);
        otherProcesses().ifPresent(doubts::add);
        for (var part : Part.values()) {
            noResult(part).ifPresent(doubts::add);
        }
        if (!confirmed) {
            doubts.add(new CapacityDoubt.Unconfirmed());
        }
        return List.copyOf(doubts);
    }

    private List<CapacityDoubt> searchesWithoutResult() {
        var doubts = new ArrayList<CapacityDoubt>();
        searches().forEach((repeat, loads) -> {
            if (loads.stream().allMatch(CapacityDoubts::isInvalid)) {
                doubts.add(
                        new CapacityDoubt.NotMeasured(repeat, loads.getFirst().reason()));
            }
        });
        return doubts;
    }

    private TreeMap<Integer, List<StepRecord>> searches() {
        return steps.stream()
                .filter(step -> isOf(step, Part.SEARCH))
                .collect(Collectors.groupingBy(step -> step.asked().repeat(), TreeMap::new, Collectors.toList()));
    }

    /** The client or its connections ended the searches, unless the server itself failed at a lower rate. */
    private Optional<CapacityDoubt> atLeast() {
        return lowestUnlessFailedOtherwise(step -> TrialVerdict.of(step).isAtLeast())
                .map(step -> TrialVerdict.of(step) == TrialVerdict.CLIENT_BOUND
                        ? new CapacityDoubt.ClientBound(rate(step))
                        : new CapacityDoubt.ConnectionsBound(
                                rate(step), step.asked().load().concurrency()));
    }

    /** The failure with this cause at the lowest rate; empty if one with another cause is at a still lower rate. */
    private Optional<StepRecord> lowestUnlessFailedOtherwise(Predicate<StepRecord> cause) {
        var other = lowest(failures().filter(cause.negate()));
        return lowest(failures().filter(cause)).filter(step -> other.isEmpty() || rate(other.get()) >= rate(step));
    }

    /** A search ends with a rate that failed, unless no load can have a higher one. */
    private Optional<CapacityDoubt> noneHigher() {
        return searches().values().stream()
                .flatMap(loads -> loads.stream()
                        .filter(step -> TrialVerdict.of(step) == TrialVerdict.IN_LIMIT)
                        .filter(step -> loads.stream().noneMatch(other -> rate(other) > rate(step))))
                .max(Comparator.comparing(CapacityDoubts::rate))
                .map(step -> new CapacityDoubt.NoneHigher(rate(step)));
    }

    private Optional<CapacityDoubt> wanders() {
        int answered = measured.stream()
                .filter(step -> TrialVerdict.of(step) == TrialVerdict.IN_LIMIT)
                .mapToInt(CapacityDoubts::rate)
                .max()
                .orElse(0);
        return lowest(failures()
                        .filter(step -> rate(step) < WELL_BELOW * answered
                                || rate(step) <= answered && answeredPerSecond(step) < FAR_FEWER * answered))
                .map(step -> new CapacityDoubt.Wanders(rate(step), answered));
    }

    /** 0 where the clients did not say: a refused load may have failed before its end. */
    private static double answeredPerSecond(StepRecord step) {
        var arrivals = step.arrivals();
        return arrivals == null ? 0 : rate(step) * (double) arrivals.answeredInTime() / arrivals.due();
    }

    private Optional<CapacityDoubt> quotaChanged() {
        var quotas = measured.stream()
                .flatMap(step -> step.warnings().stream())
                .filter(StepWarning.CpuThrottled.class::isInstance)
                .mapToDouble(warning -> ((StepWarning.CpuThrottled) warning).cpus())
                .summaryStatistics();
        if (quotas.getCount() > 0 && quotas.getMax() > SAME_QUOTA * quotas.getMin()) {
            return Optional.of(new CapacityDoubt.QuotaChanged(quotas.getMin(), quotas.getMax()));
        }
        return measured.stream()
                .filter(step -> !isThrottled(step))
                .flatMap(step -> serverCores(step).stream())
                .filter(cores -> quotas.getCount() > 0 && cores > ABOVE_QUOTA * quotas.getMin())
                .max(Comparator.naturalOrder())
                .map(cores -> new CapacityDoubt.QuotaNotAlways(quotas.getMin(), cores));
    }

    private static boolean isThrottled(StepRecord step) {
        return step.warnings().stream().anyMatch(StepWarning.CpuThrottled.class::isInstance);
    }

    /** Cores that the servers used during the load; empty where that is unknown. */
    private static Optional<Double> serverCores(StepRecord step) {
        return step.server() == null
                        || step.server().cpuSeconds() == null
                        || step.load() == null
                        || step.load().windowSeconds() == 0
                ? Optional.empty()
                : Optional.of(step.server().cpuSeconds() / step.load().windowSeconds());
    }

    private Optional<CapacityDoubt> otherProcesses() {
        return lowestUnlessFailedOtherwise(step -> otherPercent(step).isPresent())
                .flatMap(CapacityDoubts::otherPercent)
                .map(CapacityDoubt.OtherProcesses::new);
    }

    private static Optional<Double> otherPercent(StepRecord step) {
        return step.warnings().stream()
                .filter(StepWarning.OtherProcesses.class::isInstance)
                .map(warning -> ((StepWarning.OtherProcesses) warning).percent())
                .max(Comparator.naturalOrder());
    }

    /** Rates whose last load measured nothing. A search that has no result at all has a doubt of its own. */
    private Optional<CapacityDoubt> noResult(Part part) {
        var last = new LinkedHashMap<String, StepRecord>();
        var searches = searches();
        steps.stream()
                .filter(step -> isOf(step, part))
                .filter(step -> part != Part.SEARCH
                        || !searches.get(step.asked().repeat()).stream().allMatch(CapacityDoubts::isInvalid))
                // the repeats of a confirmation are at the same rate
                .forEach(step ->
                        last.put((part == Part.CONFIRM ? 0 : step.asked().repeat()) + " " + rate(step), step));
        var without = last.values().stream()
                .filter(step -> isInvalid(step) || lacksRecovery(step))
                .toList();
        int others = (int) without.stream().map(CapacityDoubts::rate).distinct().count() - 1;
        return lowest(without.stream()).map(step -> new CapacityDoubt.NoResult(part, rate(step), others, reason(step)));
    }

    private static boolean lacksRecovery(StepRecord step) {
        return isOf(step, Part.RECOVERY)
                && (step.arrivals().recovery() == null
                        || step.arrivals().recovery().beforeP99Millis() == null);
    }

    private static String reason(StepRecord step) {
        return isInvalid(step)
                ? step.reason()
                : step.arrivals().recovery() == null
                        ? "the clients made no overload"
                        : "more than 1 % of the requests before the overload failed";
    }

    private static boolean isInvalid(StepRecord step) {
        return TrialVerdict.of(step) == TrialVerdict.INVALID || step.arrivals() == null;
    }

    /** The load says that the server cannot answer its rate. */
    private static boolean isFailure(StepRecord step) {
        return TrialVerdict.of(step) != TrialVerdict.IN_LIMIT && TrialVerdict.of(step) != TrialVerdict.INVALID;
    }

    private Stream<StepRecord> failures() {
        return measured.stream().filter(step -> isFailure(step) && !answeredAgain(step));
    }

    /** The same search tried the rate once more, and the server answered: it was not warm before. */
    private boolean answeredAgain(StepRecord failure) {
        return measured.stream()
                .anyMatch(step -> TrialVerdict.of(step) == TrialVerdict.IN_LIMIT
                        && step.asked().trial().part()
                                == failure.asked().trial().part()
                        && step.asked().repeat() == failure.asked().repeat()
                        && rate(step) == rate(failure));
    }

    private static Optional<StepRecord> lowest(Stream<StepRecord> loads) {
        return loads.min(Comparator.comparing(CapacityDoubts::rate));
    }

    private static boolean isOf(StepRecord step, Part part) {
        return step.asked().trial().part() == part;
    }

    private static int rate(StepRecord step) {
        return step.asked().load().rate();
    }
}
