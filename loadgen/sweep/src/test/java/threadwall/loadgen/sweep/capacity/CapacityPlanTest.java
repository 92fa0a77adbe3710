package threadwall.loadgen.sweep.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import threadwall.loadgen.engine.LoadEngine;
import threadwall.loadgen.sweep.plan.SweepConfigBuilder;
import threadwall.loadgen.sweep.step.SweepDuration;
import threadwall.process.PreconditionException;
import threadwall.record.ClientLoad;
import threadwall.record.LatencyLimit;
import threadwall.record.RecordLine;
import threadwall.record.StepPlan;
import threadwall.record.StepPlan.Trial.Part;
import threadwall.record.StepRecord;
import threadwall.record.StepRecord.Arrivals;
import threadwall.record.StepRecord.Latency;
import threadwall.record.StepRecord.Outcome;
import threadwall.record.StepWarning;

/** Runs of the plan on two servers whose capacities are known. */
class CapacityPlanTest {

    private static final LatencyLimit LIMIT = new LatencyLimit("p99", 500);
    private static final Map<String, Integer> CAPACITIES = Map.of("kilim", 5_000, "spring-virtual", 2_300);

    private final CapacityPlan plan = plan(3, 77);

    private static CapacityPlan plan(int repeats, long seed) {
        return plan(LoadEngine.VEGETA, repeats, seed);
    }

    private static CapacityPlan plan(LoadEngine engine, int repeats, long seed) {
        try {
            return new CapacityPlan(
                    SweepConfigBuilder.at(10_000)
                            .servers("kilim", "spring-virtual")
                            .atRates(engine, 10, CapacityPlan.FIRST_RATE)
                            .keepAlive()
                            .repeats(repeats)
                            .build(),
                    LIMIT,
                    false,
                    seed);
        } catch (PreconditionException e) {
            throw new AssertionError(e);
        }
    }

    private static StepRecord load(CapacityPlan plan, CapacityTrial trial, int number) {
        return load(plan, trial, number, trial.rate() <= CAPACITIES.get(trial.server()));
    }

    private static StepRecord load(CapacityPlan plan, CapacityTrial trial, int number, boolean answered) {
        return load(plan, trial, number, answered, Outcome.OK);
    }

    private static StepRecord load(
            CapacityPlan plan, CapacityTrial trial, int number, boolean answered, Outcome outcome) {
        StepPlan step;
        try {
            step = plan.step(trial, number, SweepConfigBuilder.CONTAINER, "run");
        } catch (PreconditionException e) {
            throw new AssertionError(e);
        }
        var latency = new Latency(1, 100, 101, 102, 103, 104, 105);
        return new StepRecord(
                RecordLine.SCHEMA,
                Instant.EPOCH,
                1,
                outcome,
                null,
                step,
                null,
                null,
                latency,
                new Arrivals(1, 1, 0, latency, 0, 0),
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                answered ? List.of() : List.of(new StepWarning.RateNotReached(trial.rate(), 0.5)));
    }

    /** All loads of a run, in order. */
    private static List<CapacityTrial> run(CapacityPlan plan, List<StepRecord> done) {
        var trials = new ArrayList<CapacityTrial>();
        for (var next = plan.next(done); next.isPresent(); next = plan.next(done)) {
            trials.add(next.get());
            done.add(load(plan, next.get(), done.size() + 1));
        }
        return trials;
    }

    private static Stream<CapacityTrial> of(List<CapacityTrial> trials, Part part, String server) {
        return trials.stream()
                .filter(trial -> trial.part() == part && trial.server().equals(server));
    }

    @Test
    void searchesThenConfirmsThenDrawsTheCurveWithServersInTurn() {
        var trials = run(plan, new ArrayList<>());
        assertThat(trials.stream().map(CapacityTrial::process).distinct())
                .containsExactly(
                        "kilim, SEARCH 1",
                        "spring-virtual, SEARCH 1",
                        "kilim, SEARCH 2",
                        "spring-virtual, SEARCH 2",
                        "kilim, SEARCH 3",
                        "spring-virtual, SEARCH 3",
                        "kilim, CONFIRM 1",
                        "kilim, CONFIRM 2",
                        "spring-virtual, CONFIRM 1",
                        "spring-virtual, CONFIRM 2",
                        "kilim, CURVE 1",
                        "spring-virtual, CURVE 1",
                        "kilim, CURVE 2",
                        "spring-virtual, CURVE 2",
                        "kilim, CURVE 3",
                        "spring-virtual, CURVE 3");
        assertThat(of(trials, Part.CONFIRM, "kilim").map(CapacityTrial::rate).distinct())
                .singleElement()
                .satisfies(rate -> assertThat(rate).isBetween(4_750, 5_000));
    }

    @Test
    void aRateThatFailsOnAFreshServerIsLowered() {
        var done = new ArrayList<StepRecord>();
        var next = plan.next(done).orElseThrow();
        for (; next.part() == Part.SEARCH; next = plan.next(done).orElseThrow()) {
            done.add(load(plan, next, done.size() + 1));
        }
        int found = next.rate();
        done.add(load(plan, next, done.size() + 1, false));
        var again = plan.next(done).orElseThrow();
        assertThat(again).as("the same server, which was new to the load").isEqualTo(next);
        done.add(load(plan, again, done.size() + 1, false));
        next = plan.next(done).orElseThrow();
        assertThat(next.process()).isEqualTo("kilim, CONFIRM 2");
        assertThat(next.rate()).isEqualTo((int) (0.95 * found));
    }

    @Test
    void aFreshServerThatAnswersAtTheSecondTryConfirms() {
        var done = new ArrayList<StepRecord>();
        var next = plan.next(done).orElseThrow();
        for (; next.part() == Part.SEARCH; next = plan.next(done).orElseThrow()) {
            done.add(load(plan, next, done.size() + 1));
        }
        int found = next.rate();
        for (boolean answered : new boolean[] {false, true, true}) {
            assertThat(next.rate()).isEqualTo(found);
            done.add(load(plan, next, done.size() + 1, answered));
            next = plan.next(done).orElseThrow();
        }
        assertThat(next.process()).isEqualTo("spring-virtual, CONFIRM 1");
    }

    @Test
    void aServerThatNeverConfirmsDoesNotHoldUpTheOthers() {
        var done = new ArrayList<StepRecord>();
        for (var next = plan.next(done); next.isPresent(); next = plan.next(done)) {
            var trial = next.get();
            boolean answered = trial.part() == Part.SEARCH || trial.server().equals("spring-virtual");
            done.add(load(plan, trial, done.size() + 1, answered && trial.rate() <= CAPACITIES.get(trial.server())));
        }
        assertThat(done.stream()
                        .filter(step -> step.asked().trial().part() == Part.CONFIRM
                                && step.asked().server().equals("kilim")))
                .as("five rates, each twice on one server")
                .hasSize(10);
    }

    @Test
    void theCurveHasSharesOfTheOwnCapacityAndCommonRatesInRandomOrder() {
        var trials = run(plan, new ArrayList<>());
        var first = of(trials, Part.CURVE, "kilim")
                .filter(trial -> trial.repeat() == 1)
                .toList();
        assertThat(first.stream().map(CapacityTrial::share).filter(share -> share != null))
                .containsExactlyInAnyOrderElementsOf(CapacityPlan.SHARES);
        var common = first.stream()
                .filter(trial -> trial.share() == null)
                .map(CapacityTrial::rate)
                .toList();
        assertThat(common).hasSize(CapacityPlan.COMMON.size());
        assertThat(of(trials, Part.CURVE, "spring-virtual").map(CapacityTrial::rate))
                .containsAll(common);
        assertThat(first)
                .extracting(CapacityTrial::rate)
                .isNotEqualTo(first.stream().map(CapacityTrial::rate).sorted().toList());
        assertThat(of(trials, Part.CURVE, "kilim")
                        .filter(trial -> trial.repeat() == 2)
                        .map(CapacityTrial::rate))
                .as("another order")
                .isNotEqualTo(first.stream().map(CapacityTrial::rate).toList());
    }

    @Test
    void theSeedGivesTheOrder() {
        var trials = run(plan, new ArrayList<>());
        assertThat(run(plan(3, 77), new ArrayList<>())).isEqualTo(trials);
        assertThat(run(plan(3, 78), new ArrayList<>())).isNotEqualTo(trials);
    }

    @Test
    void goesOnFromItsRecord() {
        var done = new ArrayList<StepRecord>();
        var trials = run(plan, done);
        for (int records = 0; records < done.size(); records += 7) {
            assertThat(plan.next(done.subList(0, records))).contains(trials.get(records));
        }
    }

    @Test
    void aStepHasItsRateItsRepeatAndItsPurpose() throws PreconditionException {
        var trial = new CapacityTrial("kilim", Part.CURVE, 3, 4_000, 0.5);
        var step = plan.step(trial, 42, SweepConfigBuilder.CONTAINER, "run");
        assertThat(step.number()).isEqualTo(42);
        assertThat(step.repeat()).isEqualTo(3);
        assertThat(step.load().rate()).isEqualTo(4_000);
        assertThat(step.load().keepAlive()).isTrue();
        assertThat(step.trial()).isEqualTo(new StepPlan.Trial(Part.CURVE, LIMIT, 0.5, 77));
    }

    /** On a fresh server each, after all else; an engine without phases has none. */
    @Test
    void endsWithAnOverloadOfEachServer() throws PreconditionException {
        var open = plan(LoadEngine.OPEN_LOOP, 1, 77);
        var trials = run(open, new ArrayList<>());
        assertThat(trials.stream().map(CapacityTrial::process).distinct().skip(6 + 2))
                .containsExactly("kilim, RECOVERY 1", "spring-virtual, RECOVERY 1");
        assertThat(run(plan(1, 77), new ArrayList<>())).hasSize(trials.size() - 2);
        var trial = trials.getLast();
        assertThat(trial.rate()).isBetween(2_300 / 2 * 94 / 100, 2_300 / 2);
        long outstanding = 10_000 + Math.round(2.2 * trial.rate()) / 10;
        var measured = open.step(trial, 9, SweepConfigBuilder.CONTAINER, "run")
                .clients()
                .getFirst()
                .measured();
        assertThat(measured.load().overload())
                .isEqualTo(new ClientLoad.Overload((int) Math.round(2.2 * trial.rate()), (int) outstanding, 60, 60));
        assertThat(measured.command().words())
                .endsWith(
                        trial.rate() + ":10",
                        Math.round(2.2 * trial.rate()) + ":60:" + outstanding,
                        trial.rate() + ":60");
    }

    private static List<ClientLoad.Overload> overloads(CapacityPlan plan, int rate) throws PreconditionException {
        return plan
                .step(new CapacityTrial("kilim", Part.RECOVERY, 1, rate, null), 9, SweepConfigBuilder.CONTAINER, "run")
                .clients()
                .stream()
                .map(client -> client.measured().load().overload())
                .toList();
    }

    /** At 105,600 requests a second 10,560 are always asleep in the server. */
    @Test
    void anOverloadIsWhatWaitsBesideTheRoutesSleep() throws PreconditionException {
        assertThat(overloads(plan(LoadEngine.OPEN_LOOP, 1, 77), 48_000))
                .containsExactly(new ClientLoad.Overload(105_600, 20_560, 35, 35));
    }

    @Test
    void severalClientsShareAnOverload() throws PreconditionException {
        var config = SweepConfigBuilder.at(38_000)
                .servers("kilim")
                .atRates(LoadEngine.OPEN_LOOP, 10, CapacityPlan.FIRST_RATE)
                .keepAlive()
                .build();
        assertThat(overloads(new CapacityPlan(config, LIMIT, false, 77), 10_000))
                .containsExactly(
                        new ClientLoad.Overload(11_000, 6_100, 60, 60), new ClientLoad.Overload(11_000, 6_100, 60, 60));
    }

    /** 6,000,000 requests at most. */
    @Test
    void noPartOfAnOverloadMakesItTooLargeALoad() throws PreconditionException {
        int rate = 90_000;
        var overload = overloads(plan(LoadEngine.OPEN_LOOP, 1, 77), rate).getFirst();
        assertThat(10 * rate + overload.seconds() * overload.rate() + overload.afterSeconds() * rate)
                .isBetween(5_500_000, 6_000_000);
    }

    private static CapacityPlan lasting(LoadEngine engine, int seconds, boolean searchOnly)
            throws PreconditionException {
        var config = SweepConfigBuilder.at(10_000)
                .atRates(engine, seconds, CapacityPlan.FIRST_RATE)
                .keepAlive()
                .build();
        return new CapacityPlan(config, LIMIT, searchOnly, 77);
    }

    @Test
    void refusesLoadsThatAreTooLongForItsRatesOrForARecovery() throws PreconditionException {
        lasting(LoadEngine.VEGETA, 93, false).checkDuration();
        assertThatThrownBy(lasting(LoadEngine.VEGETA, 94, false)::checkDuration)
                .hasMessage("--duration 94 s: a load has 6,000,000 requests at most, so no rate above 63,829 requests/s"
                        + " could be tried; ask for 93 s at most");
        int most = lasting(LoadEngine.OPEN_LOOP, 10, false).overload().mostLoadSeconds();
        assertThat(13 * most).isBetween(13 * 60, 15 * 60);
        lasting(LoadEngine.OPEN_LOOP, most, false).checkDuration();
        lasting(LoadEngine.OPEN_LOOP, most + 1, true).checkDuration();
        assertThatThrownBy(lasting(LoadEngine.OPEN_LOOP, most + 1, false)::checkDuration)
                .hasMessageContaining("the load of a recovery is 13 times as long, and no load may take 15 minutes")
                .hasMessageEndingWith("ask for %d s at most, or add --search-only".formatted(most));
    }

    /** A server that answers 600,000 requests a second for 10 s, which is the largest load. */
    @Test
    void aServerThatIsFasterThanAnyLoadHasACurve() {
        var done = new ArrayList<StepRecord>();
        var rates = new ArrayList<Integer>();
        for (var next = plan.next(done); next.isPresent(); next = plan.next(done)) {
            rates.add(next.get().rate());
            done.add(load(plan, next.get(), done.size() + 1, true));
        }
        assertThat(Collections.max(rates)).isEqualTo(600_000);
        assertThat(done.getLast().asked().trial().part()).isEqualTo(Part.CURVE);
    }

    @Test
    void laterRepeatsBeginElsewhere() {
        var trials = run(plan, new ArrayList<>());
        var first = IntStream.of(2, 3)
                .mapToObj(repeat -> of(trials, Part.SEARCH, "kilim")
                        .filter(trial -> trial.repeat() == repeat)
                        .findFirst()
                        .orElseThrow()
                        .rate())
                .toList();
        assertThat(first).allSatisfy(rate -> assertThat(rate).isBetween(4_750 * 7 / 10, 5_000 * 85 / 100));
        assertThat(Math.abs(first.getFirst() - first.getLast())).isGreaterThan(50);
    }

    /** The records of the searches, and then of confirmations with these outcomes; returns what comes next. */
    private CapacityTrial afterConfirmations(Outcome... outcomes) {
        var done = new ArrayList<StepRecord>();
        var next = plan.next(done).orElseThrow();
        for (; next.part() == Part.SEARCH; next = plan.next(done).orElseThrow()) {
            done.add(load(plan, next, done.size() + 1));
        }
        for (var outcome : outcomes) {
            done.add(load(plan, next, done.size() + 1, true, outcome));
            next = plan.next(done).orElseThrow();
        }
        return next;
    }

    @Test
    void aConfirmationThatSaysNothingIsRepeatedOnce() {
        int rate = afterConfirmations().rate();
        var again = afterConfirmations(Outcome.WRONG_ANSWERS);
        assertThat(again.rate()).isEqualTo(rate);
        assertThat(again.process()).isEqualTo("kilim, CONFIRM 2");
        assertThat(afterConfirmations(Outcome.OK, Outcome.FAILED).rate()).isEqualTo(rate);
        assertThat(afterConfirmations(Outcome.OK, Outcome.FAILED, Outcome.OK).server())
                .as("confirmed")
                .isEqualTo("spring-virtual");
        assertThat(afterConfirmations(Outcome.OK, Outcome.FAILED, Outcome.FAILED)
                        .rate())
                .isEqualTo((int) (0.95 * rate));
    }

    @Test
    void aSearchAloneHasNeitherCurveNorOverload() throws PreconditionException {
        var open = plan(LoadEngine.OPEN_LOOP, 3, 77);
        var search = new CapacityPlan(open.config(), LIMIT, true, 77);
        var trials = run(open, new ArrayList<>());
        assertThat(run(search, new ArrayList<>()))
                .isEqualTo(trials.stream()
                        .filter(trial -> trial.part() == Part.SEARCH || trial.part() == Part.CONFIRM)
                        .toList());
        assertThat(search.expectedLoads()).isLessThan(open.expectedLoads() / 2);
        var first = open.firstSteps(SweepConfigBuilder.CONTAINER, "run");
        var duration = SweepDuration.ofThisMachine();
        assertThat(search.expectedSeconds(first, duration, 0)).isLessThan(open.expectedSeconds(first, duration, 0) / 2);
        assertThat(open.expectedSeconds(first, duration, open.expectedLoads() / 2))
                .isEqualTo(open.expectedSeconds(first, duration, 0) / 2, within(30.0));
        assertThat(open.expectedSeconds(first, duration, 2 * open.expectedLoads()))
                .isZero();
    }
}
