package threadwall.kilim.loop;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
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
    private static final long NANOS_PER_MILLI = TimeUnit.MILLISECONDS.toNanos(1);

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
        while (true) {
            runQueued();
            if (ended) {
                break;
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
        transport.close();
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
        inFiber = work instanceof Task;
        try {
            work.run();
        } catch (Throwable e) {
            log(work, e); // whatever it was, the others go on
        } finally {
            inFiber = false;
        }
        if (work instanceof Watched watched) {
            watched.afterRun();
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
        long wait = timer.getExecutionTime() - System.currentTimeMillis();
        timers.set(timer, System.nanoTime() + wait * NANOS_PER_MILLI);
    }

    /** Forgets the timer of a fiber that waits no longer. */
    public void cancelTimer(Timer timer) {
        timers.remove(timer);
    }

    @Override
    protected void log(Object source, Object problem) {
        if (source instanceof Watched) {
            return; // it looks itself
        }
        System.err.println("kilim: " + source + " failed");
        if (problem instanceof Throwable thrown) {
            thrown.printStackTrace();
        }
    }

    /** A fiber that is asked how it is, outside of itself, whenever it has paused or ended; also whether it failed. */
    public interface Watched {
        void afterRun();
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
