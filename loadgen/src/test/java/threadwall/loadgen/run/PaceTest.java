package threadwall.loadgen.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Against a clock of its own. */
class PaceTest {

    private static final long MILLI = 1_000_000;
    private static final Pace.Rate RATE = new Pace.Rate(0.1, Duration.ofMillis(50));

    private final Pace pace = new Pace(0.01, 7 * MILLI, 300 * MILLI);

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

    /** As the sampler's loop goes by it: CPU ms of a look at /proc, and of a count of the connections. */
    @ParameterizedTest
    @CsvSource({"0.3, 0.2", "1, 5", "1, 20", "2, 60", "5, 120"})
    void aSamplerTakesLessThanTwoPercentOfACoreAndLooksOnceASecond(double look, double count) {
        long minutes = Duration.ofMinutes(2).toNanos();
        var sampler = Sampler.pace(0, 0);
        long spent = 0;
        long counts = 0;
        for (long now = 0, left; now < minutes; now += left) {
            boolean affordable = sampler.left(now) <= 0;
            counts += affordable ? 1 : 0;
            spent += (long) ((look + (affordable ? count : 0)) * MILLI);
            sampler.spent(now, spent, now < minutes / 4 ? Sampler.QUIET : Sampler.UNDER_LOAD);
            left = Sampler.left(sampler, now, now);
            assertThat(left).isBetween(50 * MILLI, 900 * MILLI);
        }
        assertThat((double) spent / minutes).isBetween(0.001, 0.02);
        assertThat(counts).as("one in eleven seconds at least").isGreaterThan(120 / 11);
    }
}
