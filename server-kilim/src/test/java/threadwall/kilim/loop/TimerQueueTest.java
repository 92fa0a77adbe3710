package threadwall.kilim.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import kilim.timerservice.Timer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimerQueueTest {
    private final TimerQueue queue = new TimerQueue();

    private static Timer timer() {
        return new Timer(null);
    }

    @Test
    void anEmptyOneWaitsForever() {
        assertThat(queue.nanosUntilNext(0)).isEqualTo(Long.MAX_VALUE);
        assertThat(queue.expire(Long.MAX_VALUE)).isNull();
    }

    @Test
    void nothingExpiresBeforeItsTime() {
        var timer = timer();
        queue.set(timer, 0, 100);
        assertThat(queue.expire(99)).isNull();
        assertThat(queue.nanosUntilNext(99)).isEqualTo(1);
        assertThat(queue.nanosUntilNext(101)).isZero();
        assertThat(queue.expire(100)).isSameAs(timer);
        assertThat(queue.expire(100)).isNull();
    }

    @Test
    void settingATimerAgainMovesIt() {
        var timer = timer();
        queue.set(timer, 0, 100);
        queue.set(timer, 0, 200);
        assertThat(queue.expire(199)).isNull();
        assertThat(queue.expire(200)).isSameAs(timer);
        assertThat(queue.expire(Long.MAX_VALUE)).isNull();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theClockMayPassItsLargestNumber(boolean inOrder) {
        var before = timer();
        var behind = timer();
        if (inOrder) {
            queue.set(before, Long.MAX_VALUE - 20, 10);
        }
        queue.set(behind, Long.MAX_VALUE - 20, 31);
        if (!inOrder) {
            queue.set(before, Long.MAX_VALUE - 20, 10);
        }
        assertThat(queue.expire(Long.MAX_VALUE)).isSameAs(before);
        assertThat(queue.expire(Long.MAX_VALUE)).isNull();
        assertThat(queue.expire(Long.MIN_VALUE + 10)).isSameAs(behind);
    }

    @Test
    void timersOfTheSameTimeExpireInTheirOrder() {
        var first = timer();
        var second = timer();
        queue.set(first, 0, 100);
        queue.set(second, 0, 100);
        assertThat(queue.expire(100)).isSameAs(first);
        assertThat(queue.expire(100)).isSameAs(second);
    }

    @Test
    void anEarlierOneGoesBeforeThoseInOrder() {
        var late = timer();
        var early = timer();
        queue.set(late, 0, 200);
        queue.set(early, 0, 100);
        assertThat(queue.nanosUntilNext(50)).isEqualTo(50);
        assertThat(queue.expire(200)).isSameAs(early);
        assertThat(queue.expire(200)).isSameAs(late);
    }

    /**
     * Compares it with a plain map over thousands of random settings, removals and expiries. One deadline in so many is
     * random; the others are in order.
     */
    @ParameterizedTest
    @CsvSource({"1, 1", "2, 1", "3, 4", "4, 4", "5, 1000000", "6, 1000000"})
    void expiresAllInOrder(long seed, int oneInSoManyIsRandom) {
        var random = new Random(seed);
        Map<Timer, Long> model = new HashMap<>();
        List<Timer> all = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            all.add(timer());
        }
        for (int i = 0; i < 20_000; i++) {
            var timer = all.get(random.nextInt(all.size()));
            if (random.nextInt(3) > 0) {
                long deadline = random.nextInt(oneInSoManyIsRandom) == 0 ? i + random.nextInt(1_000) : i + 500;
                queue.set(timer, i, deadline - i);
                model.put(timer, deadline);
            } else if (random.nextBoolean()) {
                queue.remove(timer);
                model.remove(timer);
            } else if (random.nextInt(20) == 0) {
                expireUntil(i + random.nextInt(600), model);
            }
        }
        expireUntil(Integer.MAX_VALUE, model);
        assertThat(model).isEmpty();
    }

    /** A timer that waits long must not keep the places of all that were removed after it. */
    @Test
    void removedTimersTakeNoRoom() {
        queue.set(timer(), 0, 0);
        var last = timer();
        for (int i = 1; i < 1_000_000; i++) {
            var next = timer();
            queue.set(next, i, 0);
            queue.remove(last);
            last = next;
        }
        assertThat(queue.capacity()).isLessThan(1_000);
    }

    /** Else all short ones after it would be in the heap. */
    @Test
    void aLongTimerDoesNotStandBeforeTheShort() {
        queue.set(timer(), 0, TimeUnit.HOURS.toNanos(1));
        for (int i = 0; i < 1_000; i++) {
            queue.set(timer(), i, 100);
        }
        assertThat(queue.capacity()).isGreaterThanOrEqualTo(1_000);
    }

    private void expireUntil(long now, Map<Timer, Long> model) {
        long last = Long.MIN_VALUE;
        for (var expired = queue.expire(now); expired != null; expired = queue.expire(now)) {
            long deadline = model.remove(expired);
            assertThat(deadline).isBetween(last, now);
            last = deadline;
        }
        assertThat(model.values()).allMatch(deadline -> deadline > now);
    }
}
