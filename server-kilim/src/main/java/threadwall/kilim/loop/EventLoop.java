package threadwall.kilim.loop;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import kilim.Pausable;
import kilim.PauseReason;
import kilim.Scheduler;
import kilim.Task;
import kilim.timerservice.Timer;
import threadwall.kilim.io.Transport;

/**
 * A thread with everything that it needs to serve clients alone: a readiness set, a queue of what can run, a heap of
 * timers. It is the {@link Scheduler} of its fibers, so {@link Task#sleep}, mailboxes and whatever else pauses a fiber
 * bring it back to this thread, and what only this thread touches needs no lock.
 *
 * <p>An event or a timer resumes its fiber in the loop itself: no queue, no hand-over. A fiber that another fiber of the
 * loop resumes waits its turn in {@link #local}; a resume from any other thread goes through {@link #remote} and wakes the
 * loop if it sleeps.
 */
public final class EventLoop extends Scheduler implements Runnable {
    /** Waits are cut to a century, far from where nanoseconds in a long overflow. */
    private static final long LONGEST_MILLIS = TimeUnit.DAYS.toMillis(36_525);

    /** Until the next round after one that failed: what fails again and again must not take the processor. */
    private static final long RECOVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    /** A timer's time that is not that of one which is cancelled; the heap knows when it expires. */
    private static final long SET = 1;

    private static final PauseReason ASLEEP = task -> task.timer.onHeap;

    /** Until it looks after what is overdue, at least. */
    private final long sweepNanos;

    private final Transport transport;
    private final Thread thread;
    private final TimerHeap timers = new TimerHeap();
    private final ArrayDeque<Runnable> local = new ArrayDeque<>();
    private final Queue<Runnable> remote = new ConcurrentLinkedQueue<>();

    /** What is done every {@link #sweepNanos}. */
    private Runnable sweep = () -> {};

    /** Whether a fiber is running: what it resumes must not run on top of it. */
    private boolean inFiber;

    /** Whether the thread may be waiting in the kernel, so that news have to wake it. */
    private volatile boolean asleep;

    private boolean ended;
    private long now = System.nanoTime();
    private long nextSweep;

    /**
     * A loop that is not running yet.
     *
     * @param name of its thread
     * @param transport its own, which it closes when it ends
     */
    public EventLoop(String name, Transport transport, long sweepMillis) {
        this.transport = transport;
        this.sweepNanos = TimeUnit.MILLISECONDS.toNanos(sweepMillis);
        thread = new Thread(this, name);
    }

    /** @param sweep what the loop does now and then, to find what is overdue */
    public void start(Runnable sweep) {
        this.sweep = sweep;
        thread.start();
    }

    public Transport transport() {
        return transport;
    }

    /** The time of the round under way, as {@link System#nanoTime}: for bounds, not for measuring. */
    public long now() {
        return now;
    }

    /** Runs it on the loop's thread, soon. From any thread. */
    public void execute(Runnable work) {
        if (Thread.currentThread() == thread) {
            local.add(work);
            return;
        }
        remote.add(work);
        if (asleep) {
            transport.wake();
        }
    }

    /** Ends the loop after this round and waits until its thread has gone. */
    public void end() throws InterruptedException {
        execute(() -> ended = true);
        thread.join();
    }

    @Override
    public void run() {
        nextSweep = now + sweepNanos;
        while (!ended) {
            try {
                round();
            } catch (Throwable e) {
                recover(e); // of the loop's own parts: fibers and clients catch theirs
            }
        }
        transport.close();
    }

    private void recover(Throwable failure) {
        try {
            ErrorLog.report(thread.getName(), "failed in a round, and goes on", failure);
            LockSupport.parkNanos(RECOVERY_NANOS);
        } catch (Throwable e) {
            // whatever it is, the clients have nobody but this thread
        }
    }

    private void round() {
        runQueued();
        if (ended) {
            return;
        }
        expireTimers();
        transport.poll(patience());
        asleep = false;
        now = System.nanoTime();
        if (now - nextSweep >= 0) {
            nextSweep = now + sweepNanos;
            sweep.run();
        }
    }

    /** Those that queue up meanwhile wait for the next round: a fiber that yields must not starve the sockets. */
    private void runQueued() {
        for (int left = local.size(); left > 0; left--) {
            run(local.poll());
        }
        if (!remote.isEmpty()) {
            for (var work = remote.poll(); work != null; work = remote.poll()) {
                run(work);
            }
        }
    }

    private void expireTimers() {
        now = System.nanoTime();
        for (var timer = timers.expire(now); timer != null; timer = timers.expire(now)) {
            if (timer.getExecutionTime() > 0) { // else it was cancelled in the meantime
                timer.es.onEvent(null, Timer.timedOut); // a fiber's own: it resumes
            }
        }
    }

    /** How long to wait in the kernel. Announces the sleep before the last look at the queue, so no wake-up is missed. */
    private long patience() {
        if (!local.isEmpty()) {
            return 0;
        }
        asleep = true;
        return remote.isEmpty() ? Math.min(timers.nanosUntilNext(now), Math.max(0, nextSweep - now)) : 0;
    }

    private void run(Runnable work) {
        Throwable escaped = null;
        inFiber = work instanceof Task;
        try {
            work.run();
        } catch (Throwable e) {
            escaped = e;
            log(work, e); // whatever it was, the others go on
        } finally {
            inFiber = false;
            Thread.interrupted(); // a fiber's doing, which must not last: no selector waits in such a thread
        }
        if (work instanceof FiberObserver watched) {
            watched.afterRun(escaped);
        }
    }

    /** Lets a fiber run, at once where that is possible. Kilim calls it for each resume, from any thread. */
    @Override
    public void schedule(int pinned, Task task) {
        if (Thread.currentThread() != thread) {
            execute(task);
        } else if (inFiber) {
            local.add(task);
        } else {
            run(task);
        }
    }

    @Override
    public void schedule(Task task) {
        schedule(-1, task);
    }

    /**
     * Sets a fiber's timer. Kilim states its time by the wall clock, in whole milliseconds; the wait is measured from now by
     * the clock that nobody sets.
     */
    @Override
    public void scheduleTimer(Timer timer) {
        long wait = Math.clamp(timer.getExecutionTime() - System.currentTimeMillis(), 0, LONGEST_MILLIS);
        timers.set(timer, System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(wait));
    }

    /**
     * Pauses the fiber that calls it, one of a loop like this. {@link Task#sleep} works here, too, but has the fiber wait for
     * a mailbox that nobody fills: five objects more for each that sleeps.
     */
    public static void sleep(long millis) throws Pausable {
        var task = Task.getCurrentTask();
        var loop = (EventLoop) task.getScheduler();
        task.timer.setLiteral(SET);
        loop.timers.set(task.timer, System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis));
        do {
            Task.pause(ASLEEP);
        } while (task.timer.onHeap); // else somebody else resumed it, whom it waited for before
    }

    /** Forgets the timer of a fiber that waits no longer. */
    public void cancelTimer(Timer timer) {
        timers.remove(timer);
    }

    @Override
    protected void log(Object source, Object problem) {
        if (source instanceof FiberObserver) {
            return; // it looks itself
        }
        ErrorLog.report(source, "failed", problem instanceof Throwable thrown ? thrown : null);
    }

    /** A fiber that is asked how it is, outside of itself, whenever it has paused or ended; also whether it failed. */
    public interface FiberObserver {
        /** @param escaped what Kilim itself failed with, so that the fiber will never go on; null = nothing */
        void afterRun(Throwable escaped);
    }

    @Override
    public boolean isEmptyish() {
        return local.isEmpty() && remote.isEmpty();
    }

    @Override
    public int numThreads() {
        return 1;
    }

    /** A server's loop idles when it has nothing to do; it ends by {@link #end}. */
    @Override
    public void idledown() {}
}
