package threadwall.taskprograms.sleep;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimingWheelTest {
    private static final int AWAKE = -1;

    /** It has no scheduler, so waking it runs nothing. */
    private static TimedTask task() {
        return new TimedTask(null) {};
    }

    private static boolean isSet(TimedTask task) {
        return task.turns != AWAKE;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 16_383, 16_384, 16_385, 32_768, 32_769, 100_000})
    void wakesAtItsTickAndNotBefore(long tick) {
        var wheel = new TimingWheel(0);
        var task = task();
        wheel.add(task, tick);
        wheel.advance(tick - 1);
        assertThat(isSet(task)).isTrue();
        wheel.advance(tick);
        assertThat(isSet(task)).isFalse();
        assertThat(wheel.next()).isEqualTo(Long.MAX_VALUE);
    }

    @ParameterizedTest
    @ValueSource(longs = {5, 4, 0, -7})
    void whatIsDueAlreadyWakesWithTheNextTick(long tick) {
        var wheel = new TimingWheel(5);
        var task = task();
        wheel.add(task, tick);
        assertThat(wheel.next()).isEqualTo(6);
        wheel.advance(6);
        assertThat(isSet(task)).isFalse();
    }

    @Test
    void manyTimersWakeInTheOrderOfTheirTicks() {
        var random = new Random(6);
        var wheel = new TimingWheel(1000);
        var tasks = new ArrayList<TimedTask>();
        var due = new ArrayList<Long>();
        for (int i = 0; i < 2_000; i++) {
            tasks.add(task());
            due.add(1001 + random.nextLong(50_000));
            wheel.add(tasks.get(i), due.get(i));
        }
        for (long tick = 1001; tick <= 52_000; tick += 1 + random.nextInt(300)) {
            wheel.advance(tick);
            for (int i = 0; i < tasks.size(); i++) {
                assertThat(isSet(tasks.get(i))).isEqualTo(due.get(i) > tick);
            }
        }
    }

    @Test
    void theNextTickIsNeverLaterThanTheNextTimer() {
        var wheel = new TimingWheel(0);
        List.of(40L, 30L, 50_000L).forEach(tick -> wheel.add(task(), tick));
        assertThat(wheel.next()).isEqualTo(30);
        wheel.advance(30);
        assertThat(wheel.next()).isEqualTo(40);
        wheel.advance(40);
        assertThat(wheel.next()).isGreaterThan(40).isLessThanOrEqualTo(50_000);
    }
}
