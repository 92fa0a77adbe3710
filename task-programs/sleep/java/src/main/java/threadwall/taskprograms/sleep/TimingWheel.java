package threadwall.taskprograms.sleep;

/**
 * Timers of tasks: a hashed timing wheel with a list in each slot (Varghese and Lauck 1987, scheme 6). Setting and
 * expiring take constant time and no memory except two fields of the task. A growing array would need twice the memory
 * at the worst moment. Not thread-safe.
 */
final class TimingWheel {
    /** One turn takes 16 seconds; a longer sleep takes several turns. */
    private static final int SLOTS = 1 << 14;

    private final TimedTask[] slots = new TimedTask[SLOTS];

    /** The last tick processed. */
    private long passed;

    private int size;

    /** @param passed the current tick; timers are due at later ones */
    TimingWheel(long passed) {
        this.passed = passed;
    }

    /** Sets a task's timer. A tick in the past is replaced by the next tick. */
    void add(TimedTask task, long tick) {
        long due = Math.max(tick, passed + 1);
        int slot = slot(due);
        task.turns = (int) Math.min((due - passed - 1) / SLOTS, Integer.MAX_VALUE);
        task.next = slots[slot];
        slots[slot] = task;
        size++;
    }

    /** Wakes all tasks that are due up to this tick. They may set timers again. */
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

    /** The next tick with tasks in its slot, even if they need more turns; {@link Long#MAX_VALUE} if there are none. */
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
