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

    private static TrialVerdict verdict(Outcome outcome, double p99Millis, int non2xx, StepWarning... warnings) {
        var made = Samples.step(1);
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
                latency,
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
