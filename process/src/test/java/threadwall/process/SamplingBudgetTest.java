package threadwall.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** {@link SamplingBudget#charge} with a simulated clock. */
class SamplingBudgetTest {

    private static final long MILLI = 1_000_000;
    private static final SamplingBudget.Rate RATE = new SamplingBudget.Rate(0.1, Duration.ofMillis(50));

    private final SamplingBudget budget = new SamplingBudget(0.01, 7 * MILLI, 300 * MILLI);

    @Test
    void isDueAtOnce() {
        assertThat(budget.left(7 * MILLI)).isZero();
        assertThat(budget.left(9 * MILLI)).isNegative();
    }

    @Test
    void isDueOnceTheAverageIsBackWithinTheShare() {
        budget.charge(7 * MILLI, 302 * MILLI, RATE);
        assertThat(budget.left(7 * MILLI)).isEqualTo(200 * MILLI);
        budget.charge(207 * MILLI, 305 * MILLI, RATE);
        assertThat(budget.left(207 * MILLI)).isEqualTo(300 * MILLI);
    }

    @Test
    void spendsWhatItSavedNoFasterThanTheBurstRate() {
        budget.charge(7 * MILLI, 300 * MILLI, RATE);
        assertThat(budget.left(7 * MILLI)).isEqualTo(50 * MILLI);
        // 10 s have saved 100 ms of CPU; using 20 ms, a tenth of a core, takes the next 200 ms
        budget.charge(10_007 * MILLI, 320 * MILLI, RATE);
        assertThat(budget.left(10_007 * MILLI)).isEqualTo(200 * MILLI);
    }
}
