package threadwall.kilim.loop;

import kilim.timerservice.Timer;

/**
 * Timers in the order of their deadlines, in a ring of two arrays. A timer that expires moves no other, so it costs no
 * cache miss on one. A timer that is removed early leaves a gap. Not thread-safe.
 */
final class TimerRow {
    /** A power of two, as are all lengths. */
    private static final int INITIAL = 64;

    private long[] deadlines = new long[INITIAL];

    /** Null = a gap. Neither the first nor the last of the row is one. */
    private Timer[] timers = new Timer[INITIAL];

    /** The first place and the one after the last; modulo the length they are positions in the arrays. */
    private int head;

    private int tail;

    /** Without the gaps. */
    private int size;

    boolean isEmpty() {
        return size == 0;
    }

    /** The earliest deadline, unless it is empty. */
    long first() {
        return deadlines[at(head)];
    }

    /** The timer with the earliest deadline, unless it is empty. It stays. */
    Timer next() {
        return timers[at(head)];
    }

    /** Whether a timer with that deadline may be the last. */
    boolean takes(long deadline) {
        return size == 0 || deadline - deadlines[at(tail - 1)] >= 0;
    }

    void add(Timer timer, long deadline) {
        if (tail - head == timers.length) {
            makeRoom();
        }
        place(at(tail++), timer, deadline);
        size++;
    }

    void remove(Timer timer) {
        timers[~timer.index] = null;
        size--;
        while (head != tail && timers[at(head)] == null) {
            head++;
        }
        while (head != tail && timers[at(tail - 1)] == null) {
            tail--;
        }
    }

    /** Closes the gaps, in longer arrays if there are few. It changes nothing if there is no memory. */
    private void makeRoom() {
        int length = size > timers.length / 2 ? 2 * timers.length : timers.length;
        var moreDeadlines = new long[length];
        var moreTimers = new Timer[length];
        var oldDeadlines = deadlines;
        var oldTimers = timers;
        int from = head;
        int to = tail;
        int mask = oldTimers.length - 1;
        deadlines = moreDeadlines;
        timers = moreTimers;
        head = 0;
        tail = 0;
        for (int i = from; i != to; i++) {
            if (oldTimers[i & mask] != null) {
                place(tail++, oldTimers[i & mask], oldDeadlines[i & mask]);
            }
        }
    }

    /** Places that its arrays have. */
    int places() {
        return timers.length;
    }

    private void place(int at, Timer timer, long deadline) {
        timers[at] = timer;
        deadlines[at] = deadline;
        timer.index = ~at;
    }

    private int at(int place) {
        return place & timers.length - 1;
    }
}
