package threadwall.loadgen.sweep.step;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import threadwall.record.StepPlan;
import threadwall.record.StepRecord.Latency;
import threadwall.record.StepRecord.Load;
import threadwall.record.StepRecord.Outcome;
import threadwall.record.StepRecord.Verified;

/** Outcomes of steps and their reasons. */
class StepVerdictTest {

    private static final StepPlan STEP = Plans.step(1_000, 4_000, 1, 100, false);
    private static final Load GOOD = load(4_000, 0, 0, 0, 0, 0, 0);
    private static final Latency LATE = latency(100);
    private static final Verified ENOUGH = new Verified(910, 900, 0, null, null);

    @Test
    void isOkWithoutFaults() {
        assertThat(StepVerdict.of(STEP, GOOD, LATE, ENOUGH, null)).isEqualTo(new StepVerdict(Outcome.OK, null));
        assertThat(StepVerdict.of(STEP, GOOD, null, ENOUGH, null).outcome()).isEqualTo(Outcome.OK);
    }

    @Test
    void aWrongAnswerTakesPrecedence() {
        var wrong = new Verified(910, 900, 13, "no Date", null);
        var verdict = new StepVerdict(Outcome.WRONG_ANSWERS, "13 of 910 checked answers are wrong, the first: no Date");
        assertThat(StepVerdict.of(STEP, GOOD, LATE, wrong, null)).isEqualTo(verdict);
        assertThat(StepVerdict.of(STEP, null, null, wrong, "full")).isEqualTo(verdict);
    }

    @Test
    void failsWithoutAReportOfAb() {
        assertThat(StepVerdict.of(STEP, null, null, ENOUGH, null))
                .isEqualTo(new StepVerdict(Outcome.FAILED, "a client ended without printing its figures"));
    }

    @Test
    void answersOfAnotherStatusOrLengthAreWrong() {
        assertThat(StepVerdict.of(STEP, load(4_000, 0, 0, 3, 0, 2, 0), LATE, ENOUGH, null))
                .isEqualTo(new StepVerdict(
                        Outcome.WRONG_ANSWERS,
                        "the clients counted 2 answers that are not 2xx and 3 whose length differs from the first"));
        assertThat(StepVerdict.of(STEP, load(4_000, 0, 0, 0, 0, 1, 0), LATE, ENOUGH, null)
                        .outcome())
                .isEqualTo(Outcome.WRONG_ANSWERS);
        assertThat(StepVerdict.of(STEP, load(4_000, 0, 5, 6, 5, 0, 0), LATE, ENOUGH, null)
                        .reason())
                .contains("0 answers that are not 2xx and 1 whose length differs");
    }

    @Test
    void aBrokenConnectionIsAFailureAndNotAWrongLength() {
        assertThat(StepVerdict.of(STEP, load(4_000, 0, 5, 5, 5, 0, 0), latency(0), ENOUGH, null))
                .isEqualTo(new StepVerdict(
                        Outcome.FAILED_REQUESTS,
                        "15 of 4,000 requests failed: connect 0, receive 5, length 5, exceptions 5, write 0"));
    }

    @Test
    void everyKindOfFailureCounts() {
        assertThat(StepVerdict.of(STEP, load(4_000, 1, 0, 0, 0, 0, 0), LATE, ENOUGH, null)
                        .outcome())
                .isEqualTo(Outcome.FAILED_REQUESTS);
        assertThat(StepVerdict.of(STEP, load(4_000, 0, 0, 0, 1, 0, 0), LATE, ENOUGH, null)
                        .outcome())
                .isEqualTo(Outcome.FAILED_REQUESTS);
        assertThat(StepVerdict.of(STEP, load(4_000, 0, 0, 0, 0, 0, 1), LATE, ENOUGH, null)
                        .outcome())
                .isEqualTo(Outcome.FAILED_REQUESTS);
    }

    @Test
    void missingRequestsCountAsFailed() {
        assertThat(StepVerdict.of(STEP, load(3_999, 0, 0, 0, 0, 0, 0), LATE, ENOUGH, null))
                .isEqualTo(new StepVerdict(
                        Outcome.FAILED_REQUESTS,
                        "1 of 4,000 requests failed: connect 0, receive 0, length 0, exceptions 0, write 0"));
    }

    @Test
    void anAnswerBeforeTheEndOfTheSleepIsWrong() {
        assertThat(StepVerdict.of(STEP, GOOD, latency(97), ENOUGH, null))
                .isEqualTo(new StepVerdict(
                        Outcome.WRONG_ANSWERS, "a client got an answer after 97 ms instead of 100 ms of sleep"));
        assertThat(StepVerdict.of(STEP, GOOD, latency(98), ENOUGH, null).outcome())
                .isEqualTo(Outcome.OK);
        var json = Plans.step(1_000, 4_000, 1, null, false);
        assertThat(StepVerdict.of(json, GOOD, latency(0), ENOUGH, null).outcome())
                .isEqualTo(Outcome.OK);
    }

    @Test
    void failsWithTooFewCheckedAnswers() {
        assertThat(StepVerdict.of(STEP, GOOD, LATE, new Verified(699, 600, 0, null, null), "refused"))
                .isEqualTo(
                        new StepVerdict(Outcome.FAILED, "only 699 answers could be checked instead of 700: refused"));
        assertThat(StepVerdict.of(STEP, GOOD, LATE, null, null))
                .isEqualTo(new StepVerdict(Outcome.FAILED, "only 0 answers could be checked instead of 700"));
    }

    private static Latency latency(double least) {
        return new Latency(4_000, least, 110, 120, 130, 140, 150);
    }

    private static Load load(
            long completed, long connect, long receive, long length, long exceptions, long non2xx, long write) {
        return new Load(completed, connect, receive, length, exceptions, non2xx, write, 2.5, null);
    }
}
