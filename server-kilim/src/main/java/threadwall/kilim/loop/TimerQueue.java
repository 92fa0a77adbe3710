package threadwall.kilim.loop;

import kilim.timerservice.Timer;

/**
 * The timers of a loop's fibers. One that is set to expire after all others, as when every request sleeps for the same
 * time, is put at the end of a {@link TimerRow}; any other into a {@link TimerHeap}. A timer stores its position ({@link
 * Timer#index}, negative in the row), so it can be removed early. Nothing is allocated for a timer. Not thread-safe.
 */
final class TimerQueue {
    private final TimerRow row = new TimerRow();
    private final TimerHeap heap = new TimerHeap();

    /**
     * Sets a timer, or resets it.
     *
     * @param deadline as {@link System#nanoTime}
     */
    void set(Timer timer, long deadline) {
        remove(timer);
        if (row.takes(deadline)) {
            row.add(timer, deadline);
        } else {
            heap.add(timer, deadline);
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
            row.remove(timer);
        } else {
            heap.remove(timer);
        }
    }

    /** Removes and returns the next timer if it is due, else null. */
    Timer expire(long now) {
        boolean ofRow = isRowNext();
        if (!ofRow && heap.isEmpty() || (ofRow ? row.first() : heap.first()) - now > 0) {
            return null;
        }
        var timer = ofRow ? row.next() : heap.next();
        remove(timer);
        return timer;
    }

    /** Time until the next timer; 0 if it is due, {@link Long#MAX_VALUE} if there is none. */
    long nanosUntilNext(long now) {
        boolean ofRow = isRowNext();
        return !ofRow && heap.isEmpty() ? Long.MAX_VALUE : Math.max(0, (ofRow ? row.first() : heap.first()) - now);
    }

    /** Places that its arrays have for timers in order. */
    int places() {
        return row.places();
    }

    private boolean isRowNext() {
        return !row.isEmpty() && (heap.isEmpty() || row.first() - heap.first() <= 0);
    }
}
