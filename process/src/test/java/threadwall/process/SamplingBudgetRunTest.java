package threadwall.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** {@link SamplingBudget#run} with a simulated clock. */
class SamplingBudgetRunTest {

    private static final Duration LONGEST = Duration.ofNanos(1_000_000);

    private long now = Long.MAX_VALUE - 5; // nanoTime may start anywhere and overflow
    private long cpu;
    private int runs;
    private final SamplingBudget budget = new SamplingBudget(1.0 / 200, now, cpu);

    private boolean after(long nanos, long cost) {
        now += nanos;
        return budget.run(
                LONGEST,
                () -> {
                    cpu += cost;
                    runs++;
                },
                () -> now,
                () -> cpu);
    }

    @Test
    void isDueAtOnce() {
        assertThat(after(0, 10)).isTrue();
        assertThat(runs).isEqualTo(1);
    }

    @Test
    void pausesInProportionToTheCost() {
        after(0, 10);
        assertThat(after(0, 10))
                .as("the first run is the most expensive, so it sets no pause")
                .isTrue();
        assertThat(after(1_999, 10)).isFalse();
        assertThat(after(1, 7)).isTrue();
        assertThat(after(1_399, 0)).isFalse();
        assertThat(after(1, 0)).isTrue();
        assertThat(after(0, 0)).as("a run that cost nothing needs no pause").isTrue();
        assertThat(runs).isEqualTo(5);
    }

    @Test
    void doesNotPauseForOneExpensiveRun() {
        after(0, 10);
        after(0, 10);
        assertThat(after(2_000, 5_000)).isTrue();
        assertThat(after(2_000, 10)).isTrue();
        assertThat(after(2_000, 10)).isTrue();
    }

    @Test
    void isDueAfterTheLongestPauseWhateverItCosts() {
        after(0, 1_000_000);
        after(0, 1_000_000);
        assertThat(after(999_999, 1)).isFalse();
        assertThat(after(1, 1)).isTrue();
    }

    @Test
    void staysWithinItsShareHoweverOftenItIsCalled() {
        long begin = now;
        for (int i = 0; i < 10_000; i++) {
            after(50, 10);
        }
        assertThat(cpu * 200.0 / (now - begin)).isBetween(0.95, 1.05);
    }
}
