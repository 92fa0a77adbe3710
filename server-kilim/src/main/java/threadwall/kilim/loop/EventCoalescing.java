package threadwall.kilim.loop;

import java.util.concurrent.TimeUnit;

/**
 * How long a loop waits for more events before it handles those that are there, as a network card does that moderates its
 * interrupts. Under a load of short connections its thread is else woken more than once for each request, and each time that
 * costs a context switch.
 *
 * <p>The wait is at most a fiftieth of the shortest time that a request took lately. So where any request is answered at once
 * there is no wait. Not thread-safe.
 */
final class EventCoalescing {
    /** "Lately": long enough that an even load has requests in each window. */
    private static final long WINDOW_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    /** The wait is one part of so many. */
    private static final int PARTS = 50;

    /** A longer wait would bring more events together, but 1 ms is also what epoll's timers may be late. */
    private static final long MOST_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

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
    }

    /** The wait in nanoseconds, by the last complete window; 0 = none. */
    long nanos(long now) {
        long elapsed = now - windowStart;
        if (elapsed >= WINDOW_NANOS) {
            wait = longest(elapsed);
            windowStart = now;
            ended = 0;
            shortest = Long.MAX_VALUE;
        }
        return wait;
    }

    private long longest(long elapsed) {
        long most = Math.min(MOST_NANOS, shortest / PARTS);
        return ended * most >= elapsed ? most : 0; // else it would bring an event together with no other
    }
}
