package threadwall.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class WatchBudgetTest {

    private long now = Long.MAX_VALUE - 5; // nanoTime may start anywhere and go over
    private long cpu;
    private int done;
    private final WatchBudget pace = new WatchBudget(200, Duration.ofNanos(1_000_000), () -> now, () -> cpu);

    private boolean after(long nanos, long cost) {
        now += nanos;
        return pace.run(() -> {
            cpu += cost;
            done++;
        });
    }

    @Test
    void isDueAtFirst() {
        assertThat(after(0, 10)).isTrue();
        assertThat(done).isEqualTo(1);
    }

    @Test
    void waitsAsLongAsTheCostDemands() {
        after(0, 10);
        assertThat(after(0, 10)).as("the first costs what none will cost again").isTrue();
        assertThat(after(1_999, 10)).isFalse();
        assertThat(after(1, 7)).isTrue();
        assertThat(after(1_399, 0)).isFalse();
        assertThat(after(1, 0)).isTrue();
        assertThat(after(0, 0)).as("what costs nothing is always due").isTrue();
        assertThat(done).isEqualTo(5);
    }

    @Test
    void doesNotWaitForWhatCostMuchOnce() {
        after(0, 10);
        after(0, 10);
        assertThat(after(2_000, 5_000)).isTrue();
        assertThat(after(2_000, 10)).isTrue();
        assertThat(after(2_000, 10)).isTrue();
    }

    @Test
    void isDueInTheEndWhateverItCosts() {
        after(0, 1_000_000);
        after(0, 1_000_000);
        assertThat(after(999_999, 1)).isFalse();
        assertThat(after(1, 1)).isTrue();
    }

    @Test
    void takesNoMoreThanItsShareWhateverItIsAskedFor() {
        long begin = now;
        for (int i = 0; i < 10_000; i++) {
            after(50, 10);
        }
        assertThat(cpu * 200.0 / (now - begin)).isBetween(0.95, 1.05);
    }
}
