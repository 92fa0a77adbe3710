package threadwall.kilim.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class EventCoalescingTest {
    private static final long WINDOW = TimeUnit.MILLISECONDS.toNanos(50);

    private final EventCoalescing coalescing = new EventCoalescing(0);

    private void took(int requests, long millis) {
        for (int i = 0; i < requests; i++) {
            coalescing.requestTook(TimeUnit.MILLISECONDS.toNanos(millis));
        }
    }

    private static long micros(long nanos) {
        return TimeUnit.NANOSECONDS.toMicros(nanos);
    }

    @Test
    void theWaitIsAFiftiethOfTheRequestsTime() {
        took(1_000, 10);
        assertThat(micros(coalescing.nanos(WINDOW))).isEqualTo(200);
    }

    @Test
    void theWaitIsAMillisecondAtMost() {
        took(1_000, 60_000);
        assertThat(micros(coalescing.nanos(WINDOW))).isEqualTo(1_000);
    }

    @Test
    void theShortestRequestDecides() {
        took(1_000, 60_000);
        took(1, 0);
        assertThat(coalescing.nanos(WINDOW)).isZero();
    }

    @Test
    void fewRequestsAreNotWaitedFor() {
        took(49, 100); // less than one in each millisecond
        assertThat(coalescing.nanos(WINDOW)).isZero();
        took(50, 100);
        assertThat(micros(coalescing.nanos(2 * WINDOW))).isEqualTo(1_000);
    }

    @Test
    void requestsOfAnIdleTimeAreFew() {
        took(1_000, 100);
        assertThat(coalescing.nanos(TimeUnit.SECONDS.toNanos(10))).isZero();
    }

    @Test
    void aShortRequestEndsTheWaitsAtOnceAndForTheNextWindow() {
        took(1_000, 100);
        assertThat(micros(coalescing.nanos(WINDOW))).isEqualTo(1_000);
        took(1, 20);
        assertThat(micros(coalescing.nanos(WINDOW + 1))).isEqualTo(400);
        took(1, 0);
        took(1_000, 100);
        assertThat(coalescing.nanos(WINDOW + 2)).isZero();
        assertThat(coalescing.nanos(2 * WINDOW)).isZero();
        took(1_000, 100);
        assertThat(micros(coalescing.nanos(3 * WINDOW))).isEqualTo(1_000);
    }

    @Test
    void itIsJudgedAnewInEachWindow() {
        took(1_000, 100);
        assertThat(micros(coalescing.nanos(WINDOW))).isEqualTo(1_000);
        assertThat(micros(coalescing.nanos(2 * WINDOW - 1))).isEqualTo(1_000);
        assertThat(coalescing.nanos(2 * WINDOW)).isZero();
    }

    /** A sleep would be too late for it. */
    @Test
    void requestsOfLessThanTenMillisecondsAreNotDelayed() {
        took(1_000, 9);
        assertThat(coalescing.nanos(WINDOW)).isZero();
    }

    @Test
    void aRequestThatBeganInThisRoundTookNoTime() {
        took(1_000, 100);
        coalescing.requestTook(-1_000_000);
        assertThat(coalescing.nanos(WINDOW)).isZero();
    }
}
