package threadwall.taskprograms.sleep;

import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import kilim.Scheduler;
import kilim.Task;
import kilim.timerservice.Timer;

/**
 * Scheduler and timer in one, on the thread that created it. A resume from outside a fiber runs the fiber at once:
 * without a queue or another thread, and so without a queue entry.
 */
final class FiberLoop extends Scheduler {
    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final Thread thread = Thread.currentThread();
    private final long origin = System.nanoTime();
    private final TimingWheel timers = new TimingWheel(0);

    /** Fibers resumed by the running fiber, which must not run on top of it. */
    private final ArrayDeque<Task> resumed = new ArrayDeque<>();

    private boolean inFiber;

    /** Wakes a task after this time, never earlier. */
    void wakeAfter(TimedTask task, long millis) {
        timers.add(task, (System.nanoTime() - origin + TICK_NANOS - 1) / TICK_NANOS + millis);
    }

    /** Runs everything that can run now. */
    void runDue() {
        for (var task = resumed.poll(); task != null; task = resumed.poll()) {
            run(task);
        }
        timers.advance((System.nanoTime() - origin) / TICK_NANOS);
    }

    /** Waits until a timer is due; it may return early. */
    void waitForTimer() {
        long tick = timers.next();
        if (!resumed.isEmpty()) {
            return;
        }
        if (tick == Long.MAX_VALUE) {
            throw new IllegalStateException("no timer is set, so nothing will ever run here");
        }
        LockSupport.parkNanos(tick * TICK_NANOS - (System.nanoTime() - origin));
    }

    private void run(Task task) {
        inFiber = true;
        task.run();
        inFiber = false;
    }

    @Override
    public void schedule(int pinned, Task task) {
        if (Thread.currentThread() != thread) {
            throw new IllegalStateException("only the loop's own thread can resume its fibers");
        }
        if (inFiber) {
            resumed.add(task);
        } else {
            run(task);
        }
    }

    @Override
    public void schedule(Task task) {
        schedule(-1, task);
    }

    @Override
    public void scheduleTimer(Timer timer) {
        throw new UnsupportedOperationException("tasks of this loop sleep by TimedTask.pauseFor");
    }

    @Override
    protected void log(Object source, Object problem) {
        Sleepers.fail(
                problem instanceof Throwable thrown ? thrown : new IllegalStateException(source + ": " + problem));
    }

    @Override
    public boolean isEmptyish() {
        return resumed.isEmpty();
    }

    @Override
    public int numThreads() {
        return 1;
    }

    /** It runs on the caller's thread, so there is nothing to end. */
    @Override
    public void idledown() {}
}
