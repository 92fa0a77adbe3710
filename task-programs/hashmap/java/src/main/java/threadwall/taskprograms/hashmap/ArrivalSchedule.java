package threadwall.taskprograms.hashmap;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** When tasks arrive. The schedule is relative to the start, so it does not drift, and it catches up after a delay. */
final class ArrivalSchedule {
    private final int each;
    private final int everyMillis;
    private final long began = System.nanoTime();

    /** @param everyMillis 0 = all at once */
    ArrivalSchedule(int each, int everyMillis) {
        this.each = each;
        this.everyMillis = everyMillis;
    }

    /** {@link System#nanoTime} of the first task. */
    long began() {
        return began;
    }

    /** Waits until this task is due. */
    void await(int task) {
        if (everyMillis == 0) {
            return;
        }
        long due = began + TimeUnit.MILLISECONDS.toNanos((long) (task / each) * everyMillis);
        for (long wait = due - System.nanoTime(); wait > 0; wait = due - System.nanoTime()) {
            LockSupport.parkNanos(wait);
        }
    }
}
