package threadwall.kilim.loop;

import java.util.Arrays;
import kilim.timerservice.Timer;

/**
 * Timers in any order: a heap in two arrays. Not thread-safe.
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

    int size() {
        return size;
    }

    /** The earliest deadline, unless it is empty. */
    long firstDeadline() {
        return deadlines[0];
    }

    /** The timer with the earliest deadline, unless it is empty. It stays. */
    Timer first() {
        return timers[0];
    }

    /** Makes room for so many timers, or changes nothing if there is no memory. */
    void reserve(int most) {
        if (most > timers.length) {
            var more = Arrays.copyOf(timers, 2 * most); // assigned last: its length stands for both arrays
            deadlines = Arrays.copyOf(deadlines, 2 * most);
            timers = more;
        }
    }

    /** It must have room: {@link #reserve}. */
    void add(Timer timer, long deadline) {
        up(size++, timer, deadline);
    }

    void remove(Timer timer) {
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
