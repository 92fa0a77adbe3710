package threadwall.loadgen.sweep.capacity;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import threadwall.loadgen.engine.LoadEngine;
import threadwall.loadgen.sweep.capacity.RateSearch.Tried;
import threadwall.loadgen.sweep.plan.SweepConfig;
import threadwall.loadgen.sweep.plan.SweepConfig.EngineConfig;
import threadwall.loadgen.sweep.plan.SweepPlanner;
import threadwall.loadgen.sweep.step.SweepDuration;
import threadwall.loadgen.testbed.HostLimits;
import threadwall.process.PreconditionException;
import threadwall.record.LatencyLimit;
import threadwall.record.StepPlan;
import threadwall.record.StepPlan.Trial;
import threadwall.record.StepPlan.Trial.Part;
import threadwall.record.StepRecord;
import threadwall.record.TrialVerdict;

/**
 * The plan of {@code capacity}. Which load comes next depends on the loads before, so the plan is a pure function of them:
 * a run that was interrupted goes on from its record.
 *
 * <ol>
 *   <li>A {@link RateSearch} for each server and repeat, on a fresh server each.
 *   <li>The median of its capacities is loaded on two fresh servers. If it fails on one, 5 % less is tried.
 *   <li>The curve: for each repeat a fresh server, loaded at shares of its own capacity and at rates that all servers have
 *       in common, in random order.
 *   <li>The recovery, once for each server, on a fresh one: half of its capacity, an overload, and half of it again.
 * </ol>
 *
 * @param config of all servers, with a rate as a placeholder
 * @param searchOnly no curve and no recovery
 * @param seed of the random order
 */
public record CapacityPlan(SweepConfig config, LatencyLimit limit, boolean searchOnly, long seed) {

    /** A rate that every server of this project answers, so that the first load is no failure. */
    public static final int FIRST_RATE = 1_000;

    private static final double DOUBLE = 2;

    /**
     * Later repeats know about where the capacity is: they begin at a share of it, with smaller steps. The share is random,
     * since a fixed one leads all of them to the same rates, and so to the very result of the first.
     */
    private static final double LOWEST_START = 0.7;

    private static final double HIGHEST_START = 0.85;

    private static final double STEP = 1.25;

    /** Loads of a search from {@link #FIRST_RATE} to 16,000 requests a second, and of one that begins below the capacity. */
    private static final int FIRST_SEARCH = 11;

    private static final int LATER_SEARCH = 6;

    /** Opening and closing connections, and checking answers. */
    private static final double AROUND_A_LOAD_SECONDS = 2;

    private static final int CONFIRMATIONS = 2;

    /** A capacity that has to be lowered more often is not confirmed at all. */
    private static final int MOST_LOWERED = 4;

    /** Shares of each server's own capacity. */
    static final List<Double> SHARES = List.of(0.1, 0.25, 0.5, 0.7, 0.8, 0.9, 0.95, 1.1);

    /** Shares of the slowest server's capacity that all servers are loaded with. */
    static final List<Double> COMMON = List.of(0.25, 0.5, 0.9);

    /** Most times that a confirmation may say nothing at a rate: the first one is repeated. */
    private static final int MOST_INVALID_CONFIRMATIONS = 1;

    /** A run whose loads are too long for this rate is refused. */
    private static final int HIGHEST_NEEDED = 64_000;

    /**
     * @throws PreconditionException (usage) when loads are so long that they have too many requests at rates that fast
     *     servers answer, or that a recovery takes longer than any load may
     */
    public void checkDuration() throws PreconditionException {
        int seconds = loadSeconds();
        if (highestRate() < HIGHEST_NEEDED) {
            throw PreconditionException.usage(
                    "--duration %,d s: a load has %,d requests at most, so no rate above %,d requests/s could be tried; ask for"
                            + " %d s at most",
                    seconds, EngineConfig.MOST_REQUESTS, highestRate(), EngineConfig.MOST_REQUESTS / HIGHEST_NEEDED);
        }
        int most = overload().mostLoadSeconds();
        if (recoveries() > 0 && seconds > most) {
            throw PreconditionException.usage(
                    "--duration %,d s: the load of a recovery is %d times as long, and no load may take %d minutes; ask for %d"
                            + " s at most, or add --search-only",
                    seconds, OverloadPlan.LOADS, LoadEngine.LONGEST_LOAD.toMinutes(), most);
        }
    }

    public LoadEngine engine() {
        return config.load().engineConfig().engine();
    }

    /** That a load can have. */
    int highestRate() {
        return EngineConfig.MOST_REQUESTS / loadSeconds();
    }

    OverloadPlan overload() {
        return new OverloadPlan(config);
    }

    /**
     * What a run does next: the next load, or, before any load, the first of each server.
     *
     * @return empty when all is measured
     */
    public List<StepPlan> nextSteps(List<StepRecord> done, HostLimits host, String folder)
            throws PreconditionException {
        if (done.isEmpty()) {
            return firstSteps(host, folder);
        }
        var next = next(done);
        return next.isEmpty() ? List.of() : List.of(step(next.get(), done.size() + 1, host, folder));
    }

    /** The first load of each server, for a plan before any load. */
    public List<StepPlan> firstSteps(HostLimits host, String folder) throws PreconditionException {
        var steps = new ArrayList<StepPlan>();
        for (var server : servers()) {
            var first = new CapacityTrial(server, Part.SEARCH, 1, FIRST_RATE, null);
            steps.add(step(first, steps.size() + 1, host, folder));
        }
        return List.copyOf(steps);
    }

    /** Loads of a whole run, by those that searches needed so far. */
    int expectedLoads() {
        return servers().size()
                * (FIRST_SEARCH
                        + (config.repeats() - 1) * LATER_SEARCH
                        + CONFIRMATIONS
                        + curveProcesses() * curveLoads()
                        + recoveries());
    }

    /** Of each server: a curve for each repeat. */
    private int curveProcesses() {
        return searchOnly ? 0 : config.repeats();
    }

    /** Of each server. */
    private int recoveries() {
        return !searchOnly && engine().canOverload() ? 1 : 0;
    }

    /**
     * How long the rest of a run takes, by the same count. An overload may end early.
     *
     * @param done loads that a resumed run has; all count as equally long
     */
    public double expectedSeconds(List<StepPlan> firstSteps, SweepDuration duration, int done) {
        int processes = config.repeats() + curveProcesses() + CONFIRMATIONS + recoveries();
        double started = firstSteps.stream()
                .mapToDouble(step -> duration.seconds(List.of(step)) - loadSeconds())
                .sum();
        double overloads = servers().size() * recoveries() * (OverloadPlan.LOADS - 1.0) * loadSeconds();
        double all = processes * started + expectedLoads() * (loadSeconds() + AROUND_A_LOAD_SECONDS) + overloads;
        return all * Math.max(0, 1 - (double) done / expectedLoads());
    }

    private int loadSeconds() {
        return config.load().engineConfig().seconds();
    }

    private static int curveLoads() {
        return SHARES.size() + COMMON.size();
    }

    /** The next load; empty when all is measured. */
    Optional<CapacityTrial> next(List<StepRecord> done) {
        return nextSearch(done)
                .or(() -> nextConfirmation(done))
                .or(() -> nextOfCurve(done))
                .or(() -> nextRecovery(done));
    }

    private List<String> servers() {
        var names = new ArrayList<>(config.servers());
        config.targets().forEach(target -> names.add(target.name()));
        return names;
    }

    private Optional<CapacityTrial> nextSearch(List<StepRecord> done) {
        for (int repeat = 1; repeat <= config.repeats(); repeat++) {
            for (var server : servers()) {
                var rate = search(server, repeat, done).next();
                if (rate.isPresent()) {
                    return Optional.of(new CapacityTrial(server, Part.SEARCH, repeat, rate.getAsInt(), null));
                }
            }
        }
        return Optional.empty();
    }

    private RateSearch search(String server, int repeat, List<StepRecord> done) {
        int known = repeat == 1 ? 0 : search(server, 1, done).inLimit();
        return known == 0
                ? new RateSearch(FIRST_RATE, DOUBLE, highestRate(), tried(server, Part.SEARCH, repeat, done))
                : new RateSearch(
                        Math.max(1, (int) (start(server, repeat) * known)),
                        STEP,
                        highestRate(),
                        tried(server, Part.SEARCH, repeat, done));
    }

    /** Of the first result. {@link Random} would give much the same for seeds that differ by one. */
    private double start(String server, int repeat) {
        return new SplittableRandom(Objects.hash(seed, server, repeat)).nextDouble(LOWEST_START, HIGHEST_START);
    }

    private static List<Tried> tried(String server, Part part, int repeat, List<StepRecord> done) {
        return done.stream()
                .filter(step -> is(step, server, part) && step.asked().repeat() == repeat)
                .map(step -> new Tried(step.asked().load().rate(), TrialVerdict.of(step)))
                .toList();
    }

    private static boolean is(StepRecord step, String server, Part part) {
        return step.asked().server().equals(server)
                && step.asked().trial() != null
                && step.asked().trial().part() == part;
    }

    private Optional<CapacityTrial> nextConfirmation(List<StepRecord> done) {
        for (var server : servers()) {
            var loads =
                    done.stream().filter(step -> is(step, server, Part.CONFIRM)).toList();
            if (failedAsNew(loads)) {
                var last = loads.getLast().asked();
                return Optional.of(new CapacityTrial(
                        server, Part.CONFIRM, last.repeat(), last.load().rate(), null));
            }
            var rate = toConfirm(server, loads, done);
            if (rate.isPresent()) {
                int repeat = loads.isEmpty() ? 1 : loads.getLast().asked().repeat() + 1;
                return Optional.of(new CapacityTrial(server, Part.CONFIRM, repeat, rate.getAsInt(), null));
            }
        }
        return Optional.empty();
    }

    /** Whether the last load failed on a server that had no other: it is tried again, as the first failure of a search. */
    private static boolean failedAsNew(List<StepRecord> loads) {
        if (loads.isEmpty()) {
            return false;
        }
        var last = loads.getLast();
        var verdict = TrialVerdict.of(last);
        return verdict != TrialVerdict.IN_LIMIT
                && verdict != TrialVerdict.INVALID
                && loads.stream()
                                .filter(step ->
                                        step.asked().repeat() == last.asked().repeat())
                                .count()
                        == 1;
    }

    /** The rate that needs another confirmation. */
    private OptionalInt toConfirm(String server, List<StepRecord> loads, List<StepRecord> done) {
        int rate = median(server, done, RateSearch::inLimit);
        for (int lowered = 0; lowered <= MOST_LOWERED && rate > 0; lowered++) {
            int now = rate;
            // of each server the last load
            var verdicts = loads.stream()
                    .filter(step -> step.asked().load().rate() == now)
                    .collect(Collectors.toMap(
                            step -> step.asked().repeat(), TrialVerdict::of, (first, again) -> again, TreeMap::new))
                    .values();
            long answered =
                    verdicts.stream().filter(TrialVerdict.IN_LIMIT::equals).count();
            long nothing =
                    verdicts.stream().filter(TrialVerdict.INVALID::equals).count();
            if (answered + nothing == verdicts.size() && nothing <= MOST_INVALID_CONFIRMATIONS) {
                return answered < CONFIRMATIONS ? OptionalInt.of(rate) : OptionalInt.empty();
            }
            rate = (int) (rate * (1 - RateSearch.PRECISION));
        }
        return OptionalInt.empty();
    }

    /** Of the searches that have a result; 0 without any. */
    private int median(String server, List<StepRecord> done, ToIntFunction<RateSearch> capacity) {
        var sorted = new ArrayList<Integer>();
        for (int repeat = 1; repeat <= config.repeats(); repeat++) {
            var search = search(server, repeat, done);
            if (!search.hasNoResult()) {
                sorted.add(capacity.applyAsInt(search));
            }
        }
        Collections.sort(sorted);
        return sorted.isEmpty() ? 0 : sorted.get((sorted.size() - 1) / 2);
    }

    private Optional<CapacityTrial> nextOfCurve(List<StepRecord> done) {
        for (int repeat = 1; repeat <= curveProcesses(); repeat++) {
            for (var server : servers()) {
                var rates = new ArrayList<>(curve(server, done).entrySet());
                Collections.shuffle(rates, new Random(Objects.hash(seed, server, repeat)));
                for (var rate : rates) {
                    boolean loaded = tried(server, Part.CURVE, repeat, done).stream()
                            .anyMatch(load -> load.rate() == rate.getKey());
                    if (!loaded) {
                        return Optional.of(new CapacityTrial(
                                server,
                                Part.CURVE,
                                repeat,
                                rate.getKey(),
                                rate.getValue().orElse(null)));
                    }
                }
            }
        }
        return Optional.empty();
    }

    private Optional<CapacityTrial> nextRecovery(List<StepRecord> done) {
        return servers().stream()
                .filter(server -> recoveries() > 0 && done.stream().noneMatch(step -> is(step, server, Part.RECOVERY)))
                .map(server -> new CapacityTrial(
                        server,
                        Part.RECOVERY,
                        1,
                        (int) Math.round(OverloadPlan.BEFORE * median(server, done, RateSearch::sustained)),
                        null))
                .filter(trial -> trial.rate() > 0)
                .findFirst();
    }

    /** The rates of a server's curve, with its share of the capacity; without one for a rate in common. */
    private Map<Integer, Optional<Double>> curve(String server, List<StepRecord> done) {
        var rates = new LinkedHashMap<Integer, Optional<Double>>();
        int own = median(server, done, RateSearch::sustained);
        if (own == 0) {
            return rates;
        }
        SHARES.forEach(share -> rates.put((int) Math.round(share * own), Optional.of(share)));
        servers().stream()
                .mapToInt(other -> median(other, done, RateSearch::sustained))
                .filter(capacity -> capacity > 0)
                .min()
                .ifPresent(slowest -> COMMON.forEach(
                        share -> rates.putIfAbsent((int) Math.round(share * slowest), Optional.empty())));
        rates.keySet().removeIf(rate -> rate > highestRate());
        return rates;
    }

    /** The step of a load on a server that it starts and warms up itself. */
    StepPlan step(CapacityTrial trial, int number, HostLimits host, String folder) throws PreconditionException {
        var planned = SweepPlanner.plan(config.only(trial.server(), trial.rate()), host, folder, number)
                .getFirst();
        var step = trial.part() == Part.RECOVERY ? overload().after(planned) : planned;
        return step.inRepeat(trial.repeat()).with(new Trial(trial.part(), limit, trial.share(), seed));
    }
}
