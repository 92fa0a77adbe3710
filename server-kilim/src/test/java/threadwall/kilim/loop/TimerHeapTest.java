package threadwall.kilim.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import kilim.timerservice.Timer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimerHeapTest {
    private final TimerHeap heap = new TimerHeap();

    private static Timer timer() {
        return new Timer(null);
    }

    @Test
    void anEmptyOneWaitsForever() {
        assertThat(heap.nanosUntilNext(0)).isEqualTo(Long.MAX_VALUE);
        assertThat(heap.expire(Long.MAX_VALUE)).isNull();
    }

    @Test
    void nothingExpiresBeforeItsTime() {
        var timer = timer();
        heap.set(timer, 100);
        assertThat(heap.expire(99)).isNull();
        assertThat(heap.nanosUntilNext(99)).isEqualTo(1);
        assertThat(heap.nanosUntilNext(101)).isZero();
        assertThat(heap.expire(100)).isSameAs(timer);
        assertThat(heap.expire(100)).isNull();
    }

    @Test
    void settingATimerAgainMovesIt() {
        var timer = timer();
        heap.set(timer, 100);
        heap.set(timer, 200);
        assertThat(heap.expire(199)).isNull();
        assertThat(heap.expire(200)).isSameAs(timer);
        assertThat(heap.expire(Long.MAX_VALUE)).isNull();
    }

    @Test
    void theClockMayPassItsLargestNumber() {
        var before = timer();
        var behind = timer();
        heap.set(behind, Long.MIN_VALUE + 10);
        heap.set(before, Long.MAX_VALUE - 10);
        assertThat(heap.expire(Long.MAX_VALUE)).isSameAs(before);
        assertThat(heap.expire(Long.MAX_VALUE)).isNull();
        assertThat(heap.expire(Long.MIN_VALUE + 10)).isSameAs(behind);
    }

    /** Compares it with a plain map over thousands of random settings, removals and expiries. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void isAHeap(long seed) {
        var random = new Random(seed);
        Map<Timer, Long> model = new HashMap<>();
        List<Timer> all = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            all.add(timer());
        }
        for (int i = 0; i < 20_000; i++) {
            var timer = all.get(random.nextInt(all.size()));
            if (random.nextInt(3) > 0) {
                long deadline = random.nextInt(1_000);
                heap.set(timer, deadline);
                model.put(timer, deadline);
            } else if (random.nextBoolean()) {
                heap.remove(timer);
                model.remove(timer);
            } else {
                expireUntil(random.nextInt(1_000), model);
            }
        }
        expireUntil(1_000, model);
        assertThat(model).isEmpty();
    }

    private void expireUntil(long now, Map<Timer, Long> model) {
        long last = Long.MIN_VALUE;
        for (var expired = heap.expire(now); expired != null; expired = heap.expire(now)) {
            long deadline = model.remove(expired);
            assertThat(deadline).isBetween(last, now);
            last = deadline;
        }
        assertThat(model.values()).allMatch(deadline -> deadline > now);
    }
}
