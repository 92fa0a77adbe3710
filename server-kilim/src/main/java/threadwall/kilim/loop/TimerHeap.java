package threadwall.kilim.loop;

import java.util.Arrays;
import kilim.timerservice.Timer;

/**
 * The timers of a loop's fibers: a heap in two arrays that allocates nothing per timer. A timer stores its position
 * ({@link Timer#index}), so it can be removed early. Not thread-safe.
 *
 * <p>A node has four children: their deadlines share a cache line, and half as many levels mean half as many cache
 * misses on timers.
 */
final class TimerHeap {
    private static final int INITIAL = 64;
    private static final int CHILDREN = 4;

    private long[] deadlines = new long[INITIAL];
    private Timer[] timers = new Timer[INITIAL];
    private int size;

    /**
     * Sets a timer, or resets it.
     *
     * @param deadline as {@link System#nanoTime}
     */
    void set(Timer timer, long deadline) {
        if (timer.onHeap) {
            remove(timer);
        }
        if (size == timers.length) {
            deadlines = Arrays.copyOf(deadlines, 2 * size);
            timers = Arrays.copyOf(timers, 2 * size);
        }
        timer.onHeap = true;
        up(size++, timer, deadline);
    }

    /** Removes a timer; no effect if it is not set. */
    void remove(Timer timer) {
        if (!timer.onHeap) {
            return;
        }
        timer.onHeap = false;
        int hole = timer.index;
        var last = timers[--size];
        long deadline = deadlines[size];
        timers[size] = null;
        if (hole == size) {
            return;
        }
        if (hole > 0 && deadline - deadlines[(hole - 1) / CHILDREN] < 0) {
            up(hole, last, deadline);
        } else {
            down(hole, last, deadline);
        }
    }

    /** Removes and returns the next timer if it is due, else null. */
    Timer expire(long now) {
        if (size == 0 || deadlines[0] - now > 0) {
            return null;
        }
        var timer = timers[0];
        remove(timer);
        return timer;
    }

    /** Time until the next timer; 0 if it is due, {@link Long#MAX_VALUE} if there is none. */
    long nanosUntilNext(long now) {
        return size == 0 ? Long.MAX_VALUE : Math.max(0, deadlines[0] - now);
    }

    private void up(int from, Timer timer, long deadline) {
        int hole = from;
        while (hole > 0) {
            int parent = (hole - 1) / CHILDREN;
            if (deadline - deadlines[parent] >= 0) {
                break;
            }
            place(hole, timers[parent], deadlines[parent]);
            hole = parent;
        }
        place(hole, timer, deadline);
    }

    private void down(int from, Timer timer, long deadline) {
        int hole = from;
        for (int first = CHILDREN * hole + 1; first < size; first = CHILDREN * hole + 1) {
            int child = firstToExpire(first, Math.min(first + CHILDREN, size));
            if (deadlines[child] - deadline >= 0) {
                break;
            }
            place(hole, timers[child], deadlines[child]);
            hole = child;
        }
        place(hole, timer, deadline);
    }

    private int firstToExpire(int from, int to) {
        int found = from;
        for (int i = from + 1; i < to; i++) {
            if (deadlines[i] - deadlines[found] < 0) {
                found = i;
            }
        }
        return found;
    }

    private void place(int index, Timer timer, long deadline) {
        timers[index] = timer;
        deadlines[index] = deadline;
        timer.index = index;
    }
}
