package threadwall.kilim.loop;

import java.util.concurrent.TimeUnit;

/**
 * How long a loop that finds nothing to do waits before it may be woken, as a network card that moderates its interrupts.
 * Under a load of short connections its thread is else woken more than once for each request, and each time that costs a
 * context switch.
 *
 * <p>A wait is at most a fiftieth of the shortest time that a request took in the last complete window of 50 ms and since
 * then. So the first request that is answered at once ends the waits. Not thread-safe.
 */
final class EventCoalescing {
    /** Long enough that an even load has requests in each window. */
    private static final long WINDOW_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    /** A request takes so many times as long as a wait, or longer. */
    private static final int TIMES = 50;

    /** Epoll's timers may be 1 ms late in any case, so that wait makes nothing worse. */
    private static final long LONGEST_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    /** A sleep ends 50 µs late (timer slack, prctl(2)), which would be much of a shorter one. */
    private static final long SHORTEST_NANOS = TimeUnit.MICROSECONDS.toNanos(200);

    private int ended;
    private long shortest = Long.MAX_VALUE;
    private long windowStart;
    private long wait;

    EventCoalescing(long now) {
        windowStart = now;
    }

    /** A request has ended, after so many nanoseconds. */
    void requestTook(long nanos) {
        ended++;
        shortest = Math.min(shortest, nanos);
        wait = Math.min(wait, bound());
    }

    /** The wait in nanoseconds; 0 = none. */
    long nanos(long now) {
        long elapsed = now - windowStart;
        if (elapsed >= WINDOW_NANOS) {
            wait = ended * bound() >= elapsed ? bound() : 0; // with fewer requests a wait would gather nothing
            windowStart = now;
            ended = 0;
            shortest = Long.MAX_VALUE;
        }
        return wait;
    }

    private long bound() {
        long bound = Math.min(LONGEST_NANOS, shortest / TIMES);
        return bound < SHORTEST_NANOS ? 0 : bound;
    }
}
