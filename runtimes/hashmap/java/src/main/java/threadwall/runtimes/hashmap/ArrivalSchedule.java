package threadwall.runtimes.hashmap;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** When tasks arrive: a schedule from the start, which does not drift, and catches up when it is late. */
final class ArrivalSchedule {
    private final int each;
    private final int everyMillis;
    private final long began = System.nanoTime();

    /** @param everyMillis 0 = all at once */
    ArrivalSchedule(int each, int everyMillis) {
        this.each = each;
        this.everyMillis = everyMillis;
    }

    /** The time of the first task, as {@link System#nanoTime}. */
    long began() {
        return began;
    }

    /** Waits until it is this task's time. */
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
