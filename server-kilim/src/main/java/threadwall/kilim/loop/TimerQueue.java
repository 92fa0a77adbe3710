package threadwall.kilim.loop;

import java.util.concurrent.TimeUnit;
import kilim.timerservice.Timer;

/**
 * The timers of a loop's fibers. Where every request sleeps for the same short time, a timer is set to expire after those
 * before it: then it goes into a {@link TimerFifo}, else into a {@link TimerHeap}. A timer stores its position ({@link
 * Timer#index}, negative in the former), so it can be removed early. Not thread-safe.
 */
final class TimerQueue {
    /** One that waits longer goes into the heap: those after it would have to follow it there until it expires. */
    private static final long SHORT_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final TimerFifo fifo = new TimerFifo();

    /** It always has room for all timers, so one that is set again, or has just expired, needs no memory. */
    private final TimerHeap heap = new TimerHeap();

    /**
     * Sets a timer, or resets it.
     *
     * @param now as {@link System#nanoTime}
     * @param nanos until it expires
     */
    void set(Timer timer, long now, long nanos) {
        remove(timer);
        heap.reserve(fifo.size() + heap.size() + 1);
        if (nanos > SHORT_NANOS || !fifo.append(timer, now + nanos)) {
            heap.add(timer, now + nanos);
        }
        timer.onHeap = true;
    }

    /** Removes a timer; no effect if it is not set. */
    void remove(Timer timer) {
        if (!timer.onHeap) {
            return;
        }
        timer.onHeap = false;
        if (timer.index < 0) {
            fifo.remove(timer);
        } else {
            heap.remove(timer);
        }
    }

    /** Removes and returns the next timer if it is due, else null. */
    Timer expire(long now) {
        if (isEmpty() || firstDeadline() - now > 0) {
            return null;
        }
        var timer = isFifoNext() ? fifo.first() : heap.first();
        remove(timer);
        return timer;
    }

    /** Time until the next timer; 0 if it is due, {@link Long#MAX_VALUE} if there is none. */
    long nanosUntilNext(long now) {
        return isEmpty() ? Long.MAX_VALUE : Math.max(0, firstDeadline() - now);
    }

    private boolean isEmpty() {
        return fifo.size() == 0 && heap.size() == 0;
    }

    private long firstDeadline() {
        return isFifoNext() ? fifo.firstDeadline() : heap.firstDeadline();
    }

    private boolean isFifoNext() {
        return fifo.size() > 0 && (heap.size() == 0 || fifo.firstDeadline() - heap.firstDeadline() <= 0);
    }

    /** For how many timers its arrays have room; for tests. */
    int capacity() {
        return fifo.capacity();
    }
}
