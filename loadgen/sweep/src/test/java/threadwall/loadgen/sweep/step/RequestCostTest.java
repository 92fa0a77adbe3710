package threadwall.loadgen.sweep.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

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
        var last = new RequestCost(100_000, 1, 10);
        assertThat(last.isSteadyAfter(new RequestCost(100_000, 1, 11.4))).isTrue();
        assertThat(last.isSteadyAfter(new RequestCost(100_000, 1, 11.6))).isFalse();
        assertThat(last.isSteadyAfter(new RequestCost(100_000, 1, 8.6))).isTrue();
        assertThat(last.isSteadyAfter(new RequestCost(100_000, 1, 8.4))).isFalse();
        assertThat(last.isSteadyAfter(new RequestCost(50_000, 5, 5))).isTrue();
    }

    @Test
    void theErrorOfTheClockAddsToWhatIsAllowed() {
        var last = new RequestCost(16_000, 0.02, 0.18);
        assertThat(last.isSteadyAfter(new RequestCost(16_000, 0.03, 0.15))).isTrue();
        assertThat(last.isSteadyAfter(new RequestCost(16_000, 0.03, 0.13))).isFalse();
    }

    @Test
    void aChangeThatTheClockCanMakeIsNone() {
        var last = new RequestCost(1_000, 0.05, 0.05);
        assertThat(last.isSteadyAfter(new RequestCost(1_000, 0.07, 0.069))).isTrue();
        assertThat(last.isSteadyAfter(new RequestCost(1_000, 0.08, 0.08))).isFalse();
    }
}
