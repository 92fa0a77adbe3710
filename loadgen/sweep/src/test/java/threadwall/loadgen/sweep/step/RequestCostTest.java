package threadwall.loadgen.sweep.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RequestCostTest {

    @Test
    void isCpuTimeForARequest() {
        var cost = new RequestCost(10_000, 0.5, 0.75);
        assertThat(cost.userMicros()).isCloseTo(50, within(1e-9));
        assertThat(cost.cpuMicros()).isCloseTo(75, within(1e-9));
    }

    @Test
    void aChangeOfMoreThan15PercentIsOne() {
        var last = new RequestCost(100_000, 10, 15);
        assertThat(last.isSteadyAfter(new RequestCost(100_000, 11.4, 16.4))).isTrue();
        assertThat(last.isSteadyAfter(new RequestCost(100_000, 11.6, 16.6))).isFalse();
        assertThat(last.isSteadyAfter(new RequestCost(100_000, 8.6, 13.6))).isTrue();
        assertThat(last.isSteadyAfter(new RequestCost(100_000, 8.4, 13.4))).isFalse();
    }

    /** 0.1 of 1 s are 25 of 250 ticks: their number varies by chance. */
    @Test
    void aChangeThatTheClockCanMakeIsNone() {
        var last = new RequestCost(25_000, 0.10, 1.0);
        assertThat(last.isSteadyAfter(new RequestCost(25_000, 0.14, 1.0))).isTrue();
        assertThat(last.isSteadyAfter(new RequestCost(25_000, 0.18, 1.0))).isFalse();
    }

    /** Two thirds of a load whose requests cost the same, as a clock with 250 ticks a second sees them. */
    @Test
    void aSteadyServerIsSteadyForAlmostAllDrawsOfTheClock() {
        var random = new SplittableRandom(1);
        for (double share : new double[] {0.08, 0.3, 0.7}) {
            int unsteady = 0;
            for (int i = 0; i < 10_000; i++) {
                if (!drawn(share, random).isSteadyAfter(drawn(share, random))) {
                    unsteady++;
                }
            }
            assertThat(unsteady).as("share %s", share).isLessThan(700);
        }
    }

    private static RequestCost drawn(double userShare, SplittableRandom random) {
        int user = 0;
        for (int tick = 0; tick < 375; tick++) {
            user += random.nextDouble() < userShare ? 1 : 0;
        }
        double seconds = 1.5;
        return new RequestCost(20_000, Math.floor(100 * seconds * user / 375) / 100, seconds);
    }
}
