package threadwall.kilim.loop;

import kilim.timerservice.Timer;

/**
 * Timers in the order of their deadlines, in a ring of two arrays. A timer that expires moves no other, so it costs no
 * cache miss on one. A timer that is removed early leaves a gap. Not thread-safe.
 */
final class TimerFifo {
    /** A power of two, as are all lengths. */
    private static final int INITIAL = 64;

    private long[] deadlines = new long[INITIAL];

    /** Null = a gap. Neither the first nor the last timer is one. */
    private Timer[] timers = new Timer[INITIAL];

    /** The first place and the one after the last; modulo the length they are positions in the arrays. */
    private int head;

    private int tail;

    /** Without the gaps. */
    private int size;

    int size() {
        return size;
    }

    /** The earliest deadline, unless it is empty. */
    long firstDeadline() {
        return deadlines[at(head)];
    }

    /** The timer with the earliest deadline, unless it is empty. It stays. */
    Timer first() {
        return timers[at(head)];
    }

    /** Puts a timer behind the last; false if it is due before that, or there is no memory. */
    boolean append(Timer timer, long deadline) {
        if (size > 0 && deadline - deadlines[at(tail - 1)] < 0) {
            return false;
        }
        if (tail - head == timers.length) {
            closeGaps();
            if (size > timers.length / 2 && !grow()) {
                return false;
            }
        }
        place(tail++, timer, deadline);
        size++;
        return true;
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

    private void closeGaps() {
        int to = head;
        for (int from = head; from != tail; from++) {
            var timer = timers[at(from)];
            if (timer != null) {
                timers[at(from)] = null;
                place(to++, timer, deadlines[at(from)]);
            }
        }
        tail = to;
    }

    /** Doubles the arrays, which have no gap; whether there is memory. */
    private boolean grow() {
        var oldDeadlines = deadlines;
        var oldTimers = timers;
        long[] moreDeadlines;
        Timer[] moreTimers;
        try {
            moreDeadlines = new long[2 * deadlines.length];
            moreTimers = new Timer[2 * timers.length];
        } catch (OutOfMemoryError e) {
            return size < timers.length;
        }
        int first = head;
        deadlines = moreDeadlines;
        timers = moreTimers;
        head = 0;
        tail = size;
        for (int i = 0; i < size; i++) {
            int at = first + i & oldTimers.length - 1;
            place(i, oldTimers[at], oldDeadlines[at]);
        }
        return true;
    }

    private void place(int place, Timer timer, long deadline) {
        timers[at(place)] = timer;
        deadlines[at(place)] = deadline;
        timer.index = ~at(place);
    }

    private int at(int place) {
        return place & timers.length - 1;
    }

    /** The length of its arrays. */
    int capacity() {
        return timers.length;
    }
}
