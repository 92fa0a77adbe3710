package threadwall.loadgen.sweep.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static threadwall.loadgen.sweep.plan.SweepConfigBuilder.CONTAINER;
import static threadwall.loadgen.sweep.plan.SweepConfigBuilder.at;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import threadwall.process.PreconditionException;
import threadwall.record.StepPlan;

class SweepDurationTest {

    private static final SweepDuration DURATION = new SweepDuration(14_116, 131_072L);
    private static final SweepDuration UNCAPPED = new SweepDuration(14_116, null);

    @Test
    void aStepIsItsStartItsWarmUpAndItsLoad() {
        var step = Plans.step(1_000, 40_000, 1, null, false);
        // 2 s of start, 20,000 and 40,000 requests at 8,000/s, 1.5 s around them
        assertThat(DURATION.seconds(List.of(step))).isCloseTo(2 + 2.5 + 5 + 1.5, within(1e-9));
        assertThat(DURATION.seconds(List.of())).isZero();
    }

    @Test
    void aLoadBySecondsTakesThese() {
        var step = Plans.byTime("wrk", 1, true);
        assertThat(DURATION.seconds(List.of(step))).isCloseTo(2 + 5 * 5 + 5 + 1.5, within(1e-9));
    }

    @Test
    void aServerWithMoreCodeIsWarmedUpForLonger() throws PreconditionException {
        double kilim = warmedUpUntilSteady("kilim");
        assertThat(warmedUpUntilSteady("spring-virtual")).isGreaterThan(kilim + 5);
        assertThat(warmedUpUntilSteady("c-epoll")).isLessThan(kilim - 3);
    }

    private static double warmedUpUntilSteady(String server) throws PreconditionException {
        var step = at(1_000).servers(server).step();
        return UNCAPPED.seconds(List.of(new StepPlan(
                1,
                server,
                1,
                step.load(),
                new StepPlan.WarmUpSettings(20, 10_000L, 15),
                step.servers(),
                step.shards(),
                step.clients(),
                List.of(),
                step.data(),
                null)));
    }

    @Test
    void keptConnectionsHaveMoreRequestsPerSecond() {
        double closed = UNCAPPED.seconds(List.of(Plans.step(5_000, 120_000, 1, null, false)));
        double kept = UNCAPPED.seconds(List.of(Plans.step(5_000, 120_000, 1, null, true)));
        assertThat(closed).isGreaterThan(kept + 10);
    }

    @Test
    void aSleepIsTheLeastThatARequestTakes() {
        var step = Plans.step(1_000, 40_000, 1, 1_000, true);
        assertThat(UNCAPPED.seconds(List.of(step))).isGreaterThan(40);
    }

    @Test
    void countsTheWaitsForTimeWait() {
        var large = Plans.step(40_000, 160_000, 8, 100, false);
        var steps = Stream.generate(() -> large).limit(3).toList();
        double alone = DURATION.seconds(List.of(large));
        assertThat(UNCAPPED.seconds(steps)).isCloseTo(3 * alone, within(1e-6));
        // the sockets of a step that needs all of the cap have to go before the next
        assertThat(DURATION.seconds(steps)).isBetween(3 * alone + 100, 3 * alone + 2 * 60 + 1);
    }

    @Test
    void severalProcessesTakeLongerToWarmUp() throws PreconditionException {
        double one = UNCAPPED.seconds(at(10_000).on(CONTAINER));
        double three = UNCAPPED.seconds(at(40_000).on(CONTAINER));
        assertThat(three - one).isGreaterThan(30);
    }
}
