package threadwall.loadgen.sweep.step;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TimeWaitRoomTest {

    @Test
    void aRequestWithItsOwnConnectionLeavesASocket() {
        var step = Plans.step(5_000, 20_000, 1, 100, false);
        assertThat(TimeWaitRoom.leftByWarmUp(step)).isEqualTo(20_000);
        // plus the verifier's: 228 connections next to 5,000 make 912 requests
        assertThat(TimeWaitRoom.leftByLoad(step)).isEqualTo(20_912);
    }

    @Test
    void theVerifierChecksSevenHundredAnswersAtLeast() {
        assertThat(TimeWaitRoom.leftByLoad(Plans.step(40_000, 40_000, 1, 100, false)))
                .isEqualTo(40_700);
    }

    /** The number of requests is unknown, but the engine uses the ports of a single address. */
    @Test
    void aLoadByTimeLeavesNoMoreThanThereArePorts() {
        var step = Plans.byTime("oha", 1, false);
        assertThat(TimeWaitRoom.leftByWarmUp(step)).isZero();
        assertThat(TimeWaitRoom.leftByLoad(step)).isEqualTo(64_512 + 700);
        var kept = Plans.byTime("oha", 1, true);
        assertThat(TimeWaitRoom.leftByWarmUp(kept)).isEqualTo(5 * 50);
        assertThat(TimeWaitRoom.leftByLoad(kept)).isEqualTo(54);
    }

    @Test
    void keptConnectionsLeaveOneSocketEach() {
        var step = Plans.step(5_000, 20_000, 1, 100, true);
        assertThat(TimeWaitRoom.leftByWarmUp(step)).isEqualTo(5_000);
        assertThat(TimeWaitRoom.leftByLoad(step)).isEqualTo(5_228);
    }
}
