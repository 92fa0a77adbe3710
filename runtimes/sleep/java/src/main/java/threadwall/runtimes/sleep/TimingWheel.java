package threadwall.runtimes.sleep;

/**
 * Tasks by the millisecond in which they are to wake: a hashed wheel with a list in each slot (Varghese and Lauck 1987,
 * scheme 6). Setting a timer and expiring it take constant time, and need no memory but two fields of the task: an array
 * that doubles when it is full would be there twice, at the worst moment. For one thread.
 */
final class TimingWheel {
    /** One round takes 16 seconds: who sleeps longer is passed by once a round. */
    private static final int SLOTS = 1 << 14;

    private final TimedTask[] slots = new TimedTask[SLOTS];

    /** The last tick that was looked at. */
    private long passed;

    private int size;

    /** @param passed the tick under way; those that are set later are due in later ones */
    TimingWheel(long passed) {
        this.passed = passed;
    }

    /** Sets a task's timer; to the next tick that will be looked at, if {@code tick} is not later than that. */
    void add(TimedTask task, long tick) {
        long due = Math.max(tick, passed + 1);
        int slot = slot(due);
        task.turns = (int) Math.min((due - passed - 1) / SLOTS, Integer.MAX_VALUE);
        task.next = slots[slot];
        slots[slot] = task;
        size++;
    }

    /** Wakes all that are due up to this tick. They may set timers again. */
    void advance(long tick) {
        while (passed < tick) {
            if (size == 0) {
                passed = tick;
                return;
            }
            passed++;
            wakeSlot(slot(passed));
        }
    }

    private void wakeSlot(int slot) {
        var task = slots[slot];
        slots[slot] = null;
        while (task != null) {
            var following = task.next;
            task.next = null;
            if (task.turns > 0) {
                task.turns--;
                task.next = slots[slot];
                slots[slot] = task;
            } else {
                size--;
                task.wake();
            }
            task = following;
        }
    }

    /** The next tick that has tasks, perhaps only to pass them by; {@link Long#MAX_VALUE} if there is none. */
    long next() {
        if (size > 0) {
            for (long tick = passed + 1; tick <= passed + SLOTS; tick++) {
                if (slots[slot(tick)] != null) {
                    return tick;
                }
            }
        }
        return Long.MAX_VALUE;
    }

    private static int slot(long tick) {
        return (int) (tick & SLOTS - 1);
    }
}
