package threadwall.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import threadwall.record.StepRecord.Arrivals;
import threadwall.record.StepRecord.Latency;
import threadwall.record.StepRecord.Load;
import threadwall.record.StepRecord.Outcome;

/** Verdicts on loads with a limit of p99 = 500 ms. */
class TrialVerdictTest {

    private static final StepWarning OVERLOAD = new StepWarning.RateNotReached(1_000, 0.9);
    private static final StepWarning LATE = new StepWarning.ClientLate(60, 550);

    private static final StepWarning HELD_BACK = new StepWarning.HeldBack(90_000, 10_000, 900, 110);

    private static TrialVerdict verdict(Outcome outcome, double p99Millis, int non2xx, StepWarning... warnings) {
        return verdict(outcome, p99Millis, p99Millis, non2xx, warnings);
    }

    private static TrialVerdict verdict(
            Outcome outcome, double p99Millis, double rawP99Millis, int non2xx, StepWarning... warnings) {
        var made = Samples.step(1);
        var raw = new Latency(20_000, 100, 101, 102, rawP99Millis, 1_000, 1_077);
        var latency = new Latency(20_000, 100, 120, 180, p99Millis, 1_000, 1_077);
        return TrialVerdict.of(new StepRecord(
                made.schema(),
                made.at(),
                made.seconds(),
                outcome,
                null,
                made.asked(),
                made.warmUp(),
                new Load(20_000, 0, 0, 0, 0, non2xx, 0, 4.25, 4_705.2),
                raw,
                outcome == Outcome.FAILED ? null : new Arrivals(20_000, 20_000, 0, latency, 0, 0),
                made.verified(),
                made.connections(),
                made.server(),
                made.client(),
                made.database(),
                made.kernel(),
                made.gc(),
                made.steadiness(),
                made.sampling(),
                made.profile(),
                List.copyOf(Arrays.asList(warnings))));
    }

    @Test
    void dependsOnAnswersAndLatency() {
        assertThat(verdict(Outcome.OK, 500, 0)).isEqualTo(TrialVerdict.IN_LIMIT);
        assertThat(verdict(Outcome.OK, 501, 0)).isEqualTo(TrialVerdict.SUSTAINED);
        assertThat(verdict(Outcome.OK, 100, 0, OVERLOAD)).isEqualTo(TrialVerdict.OVERLOADED);
        assertThat(verdict(Outcome.FAILED_REQUESTS, 100, 0)).isEqualTo(TrialVerdict.OVERLOADED);
    }

    @Test
    void aBusyClientHidesTheServersCapacity() {
        assertThat(verdict(Outcome.OK, 501, 0, LATE)).isEqualTo(TrialVerdict.CLIENT_BOUND);
        assertThat(verdict(Outcome.OK, 501, 0, OVERLOAD, new StepWarning.ClientBound("vegeta", 1, 0.99)))
                .isEqualTo(TrialVerdict.CLIENT_BOUND);
        assertThat(verdict(Outcome.FAILED_REQUESTS, 100, 0, LATE)).isEqualTo(TrialVerdict.CLIENT_BOUND);
        // what it answered in spite of it counts
        assertThat(verdict(Outcome.OK, 500, 0, LATE)).isEqualTo(TrialVerdict.IN_LIMIT);
    }

    /** Of 10,000 connections that take 104 ms each, 96,000 requests a second are the most. */
    @Test
    void connectionsThatAreAllInUseHideTheServersCapacity() {
        assertThat(verdict(Outcome.OK, 900, 110, 0, HELD_BACK, OVERLOAD)).isEqualTo(TrialVerdict.CONNECTIONS_BOUND);
        assertThat(verdict(Outcome.OK, 501, 110, 0, HELD_BACK)).isEqualTo(TrialVerdict.CONNECTIONS_BOUND);
        assertThat(verdict(Outcome.OK, 230, 110, 0, HELD_BACK))
                .as("what it answered in spite of it counts")
                .isEqualTo(TrialVerdict.IN_LIMIT);
        assertThat(verdict(Outcome.OK, 1_600, 1_500, 0, HELD_BACK, OVERLOAD))
                .as("the server was too slow on the connections that it had")
                .isEqualTo(TrialVerdict.OVERLOADED);
        assertThat(verdict(Outcome.OK, 900, 110, 0, new StepWarning.HeldBack(7, 10_000, 900, 110), OVERLOAD))
                .as("seven of 20,000 requests")
                .isEqualTo(TrialVerdict.OVERLOADED);
        assertThat(verdict(Outcome.FAILED_REQUESTS, 900, 110, 0, HELD_BACK)).isEqualTo(TrialVerdict.OVERLOADED);
    }

    @Test
    void aClientWithoutCpuNeedsNoMoreConnectionsButALateOneMay() {
        assertThat(verdict(Outcome.OK, 900, 110, 0, HELD_BACK, LATE, OVERLOAD))
                .isEqualTo(TrialVerdict.CONNECTIONS_BOUND);
        assertThat(verdict(Outcome.OK, 900, 110, 0, HELD_BACK, new StepWarning.ClientBound("open-loop", 1, 0.99)))
                .isEqualTo(TrialVerdict.CLIENT_BOUND);
    }

    @Test
    void aRefusalIsNoOverload() {
        assertThat(verdict(Outcome.WRONG_ANSWERS, 100, 3)).isEqualTo(TrialVerdict.REFUSED);
    }

    @Test
    void wrongAnswersAndFailuresSayNothing() {
        assertThat(verdict(Outcome.WRONG_ANSWERS, 100, 0)).isEqualTo(TrialVerdict.INVALID);
        assertThat(verdict(Outcome.FAILED, 100, 0)).isEqualTo(TrialVerdict.INVALID);
    }
}
