package threadwall.loadgen.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TimeWaitTest {

    @Test
    void aRequestWithAConnectionOfItsOwnLeavesASocket() {
        // 20,000 to warm up, 20,000 measured, and the verifier's: 228 connections beside 5,000 make 912 requests
        assertThat(TimeWait.leftBy(Plans.step(5_000, 20_000, 1, 100, false))).isEqualTo(40_912);
    }

    @Test
    void theVerifierChecksSevenHundredAnswersAtLeast() {
        assertThat(TimeWait.leftBy(Plans.step(40_000, 40_000, 1, 100, false))).isEqualTo(60_700);
    }

    @Test
    void connectionsThatAreKeptLeaveNone() {
        assertThat(TimeWait.leftBy(Plans.step(5_000, 20_000, 1, 100, true))).isZero();
    }
}
