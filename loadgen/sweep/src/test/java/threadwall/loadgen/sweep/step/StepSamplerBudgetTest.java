package threadwall.loadgen.sweep.step;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StepSamplerBudgetTest {

    private static final long MILLI = 1_000_000;

    /** Simulates the sampler's loop: CPU ms to read /proc, and to count the connections. */
    @ParameterizedTest
    @CsvSource({"0.3, 0.2", "1, 5", "1, 20", "2, 60", "5, 120"})
    void usesLessThanTwoPercentOfACoreAndSamplesOnceASecond(double read, double count) {
        long minutes = Duration.ofMinutes(2).toNanos();
        var budget = StepSampler.budget(0, 0);
        long spent = 0;
        long counts = 0;
        for (long now = 0, left; now < minutes; now += left) {
            boolean affordable = budget.left(now) <= 0;
            counts += affordable ? 1 : 0;
            spent += (long) ((read + (affordable ? count : 0)) * MILLI);
            budget.charge(now, spent, now < minutes / 4 ? StepSampler.QUIET : StepSampler.UNDER_LOAD);
            left = StepSampler.nanosToNext(budget, now, now);
            assertThat(left).isBetween(50 * MILLI, 900 * MILLI);
        }
        assertThat((double) spent / minutes).isBetween(0.001, 0.02);
        assertThat(counts).as("at least one in eleven seconds").isGreaterThan(120 / 11);
    }

    /** An emulated machine needed 16 ms for a sample, and in a load of half an hour nothing was counted. */
    @Test
    void countsTwiceAMinuteThoughSamplesTakeTheWholeBudget() {
        long minutes = Duration.ofMinutes(10).toNanos();
        var budget = StepSampler.budget(0, 0);
        long spent = 0;
        long counted = 0;
        int counts = 0;
        for (long now = 0; now < minutes; now += StepSampler.nanosToNext(budget, now, now)) {
            spent += 20 * MILLI;
            budget.charge(now, spent, StepSampler.UNDER_LOAD);
            if (StepSampler.isCountDue(budget, counted, now)) {
                counts++;
                counted = now;
            }
        }
        assertThat(counts).isBetween(18, 21);
    }
}
