package threadwall.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class NewConnectionRateTest {

    private static final int PORTS = 28_232;

    @Test
    void aShortLoadMayUseEachPortOnce() {
        assertThat(NewConnectionRate.most(PORTS, 5)).isEqualTo(5_646);
    }

    @Test
    void aLongLoadGetsAPortAgainAfterAMinute() {
        assertThat(NewConnectionRate.most(PORTS, 60)).isEqualTo(470);
        assertThat(NewConnectionRate.most(PORTS, 600)).isEqualTo(470);
    }

    @Test
    void fiveThousandASecondLastSixSeconds() {
        assertThat(NewConnectionRate.secondsUntilUsedUp(PORTS, 5_000)).isEqualTo(5.6, within(0.1));
    }
}
