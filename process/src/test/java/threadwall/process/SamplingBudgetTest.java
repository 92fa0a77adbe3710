package threadwall.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Against a clock of its own. */
class SamplingBudgetTest {

    private static final long MILLI = 1_000_000;
    private static final SamplingBudget.Rate RATE = new SamplingBudget.Rate(0.1, Duration.ofMillis(50));

    private final SamplingBudget pace = new SamplingBudget(0.01, 7 * MILLI, 300 * MILLI);

    @Test
    void isDueAtOnce() {
        assertThat(pace.left(7 * MILLI)).isZero();
        assertThat(pace.left(9 * MILLI)).isNegative();
    }

    @Test
    void waitsUntilTheAverageIsTheShareAgain() {
        pace.spent(7 * MILLI, 302 * MILLI, RATE);
        assertThat(pace.left(7 * MILLI)).isEqualTo(200 * MILLI);
        pace.spent(207 * MILLI, 305 * MILLI, RATE);
        assertThat(pace.left(207 * MILLI)).isEqualTo(300 * MILLI);
    }

    @Test
    void spendsWhatItSavedNoFasterThanItMay() {
        pace.spent(7 * MILLI, 300 * MILLI, RATE);
        assertThat(pace.left(7 * MILLI)).isEqualTo(50 * MILLI);
        // 10 s have brought 100 ms; 20 of them are a tenth of the 200 ms that follow
        pace.spent(10_007 * MILLI, 320 * MILLI, RATE);
        assertThat(pace.left(10_007 * MILLI)).isEqualTo(200 * MILLI);
    }
}
