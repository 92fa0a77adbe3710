package threadwall.loadgen.sweep.step;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TimeWaitRoomTest {

    private static final int PORTS = 28_232;

    @Test
    void aRequestWithItsOwnConnectionLeavesASocket() {
        var step = Plans.step(5_000, 20_000, 1, 100, false);
        assertThat(TimeWaitRoom.leftByWarmUp(step, PORTS)).isEqualTo(20_000);
        // plus the verifier's: 228 connections next to 5,000 make 912 requests
        assertThat(TimeWaitRoom.leftByLoad(step, PORTS)).isEqualTo(20_912);
    }

    @Test
    void theVerifierChecksSevenHundredAnswersAtLeast() {
        assertThat(TimeWaitRoom.leftByLoad(Plans.step(20_000, 20_000, 1, 100, false), PORTS))
                .isEqualTo(20_700);
    }

    @Test
    void aClientLeavesNoMoreThanItsAddressHasPorts() {
        assertThat(TimeWaitRoom.leftByLoad(Plans.step(10_000, 100_000, 1, 100, false), PORTS))
                .isEqualTo(PORTS + 700);
        assertThat(TimeWaitRoom.leftByLoad(Plans.step(10_000, 100_000, 2, 100, false), PORTS))
                .isEqualTo(2 * PORTS + 2 * PORTS * 228 / 10_000);
    }

    @Test
    void aWarmUpFromTheSourceOfTheLoadLeavesNoSocketsOfItsOwn() {
        assertThat(TimeWaitRoom.leftByWarmUp(Plans.warmedUpFromTheSourceOfTheLoad(20_000, 80_000, 2), PORTS))
                .isZero();
        assertThat(TimeWaitRoom.leftByWarmUp(Plans.warmedUpFromTheSourceOfTheLoad(20_000, 5_000, 2), PORTS))
                .as("one round of 20,000 requests, and a load that takes the place of 5,000 of their sockets")
                .isEqualTo(15_000);
    }

    /** The number of requests is unknown, but the engine uses the ports of a single address. */
    @Test
    void aLoadByTimeLeavesNoMoreThanThereArePorts() {
        var step = Plans.byTime("oha", 1, false);
        assertThat(TimeWaitRoom.leftByWarmUp(step, PORTS)).isZero();
        assertThat(TimeWaitRoom.leftByLoad(step, PORTS)).isEqualTo(PORTS + 700);
        var kept = Plans.byTime("oha", 1, true);
        assertThat(TimeWaitRoom.leftByWarmUp(kept, PORTS)).isEqualTo(5 * 50);
        assertThat(TimeWaitRoom.leftByLoad(kept, PORTS)).isEqualTo(54);
    }

    @Test
    void keptConnectionsLeaveOneSocketEach() {
        var step = Plans.step(5_000, 20_000, 1, 100, true);
        assertThat(TimeWaitRoom.leftByWarmUp(step, PORTS)).isEqualTo(5_000);
        assertThat(TimeWaitRoom.leftByLoad(step, PORTS)).isEqualTo(5_228);
    }
}
