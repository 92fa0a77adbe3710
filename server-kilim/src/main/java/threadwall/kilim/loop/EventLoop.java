package threadwall.kilim.loop;

import java.util.LinkedList;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import kilim.Pausable;
import kilim.PauseReason;
import kilim.Scheduler;
import kilim.Task;
import kilim.timerservice.Timer;
import threadwall.kilim.io.Transport;
import threadwall.store.ProcessEnd;

/**
 * A thread with a transport, a run queue and timers, which serves its connections alone. It is the {@link
 * Scheduler} of its fibers: {@link Task#sleep}, mailboxes and all other pauses resume on this thread, so what only this
 * thread touches needs no lock.
 *
 * <p>An event or a timer resumes its fiber directly, without a queue. A fiber resumed by another fiber of the loop
 * waits in {@link #local}. A resume from any other thread goes through {@link #remote} and wakes the loop if it sleeps.
 *
 * <p>Each round gives a {@link TimeSlice} to queued work, to timers and to ready sockets, and what is left of each waits
 * for the next round. So a client's wait does not grow with the work of the others.
 */
public final class EventLoop extends Scheduler implements Runnable {
    /** Longer waits are cut to a century, so that nanoseconds in a long do not overflow. */
    private static final long LONGEST_MILLIS = TimeUnit.DAYS.toMillis(36_525);

    /** Pause after a failed round, so that a repeated failure does not use up the CPU. */
    private static final long RECOVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    /** Long enough that another look into the kernel costs little beside it. */
    private static final long TURN_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    /** Attempts to queue work when memory is exhausted: a second. */
    private static final int QUEUE_TRIES = 50;

    /** Any value that does not mean "cancelled"; the queue knows the deadline. */
    private static final long SET = 1;

    private static final PauseReason ASLEEP = task -> task.timer.onHeap;

    /** Longest time between two sweeps. */
    private final long sweepNanos;

    private final Transport transport;
    private final Thread thread;
    private final TimerQueue timers = new TimerQueue();

    /** Linked, because an ArrayDeque that finds no memory to grow forgets all that it holds. */
    private final LinkedList<Runnable> local = new LinkedList<>();

    private final Queue<Runnable> remote;

    private final TimeSlice turn = new TimeSlice(TURN_NANOS);

    /** Runs every {@link #sweepNanos}. */
    private BooleanSupplier sweep = () -> true;

    /** Whether a fiber is running. A fiber that it resumes must not run on top of it. */
    private boolean inFiber;

    /**
     * Whether the thread may be blocked in the kernel, so that new work has to wake it. The thread that wakes it sets it
     * to false.
     */
    private final AtomicBoolean asleep = new AtomicBoolean();

    private boolean ended;
    private long now = System.nanoTime();
    private final EventCoalescing coalescing = new EventCoalescing(now);
    private volatile long nextSweep;
    private volatile long lagNanos;

    /**
     * Creates a loop that does not run yet.
     *
     * @param name of its thread
     * @param transport owned by the loop, which closes it at its end
     */
    public EventLoop(String name, Transport transport, long sweepMillis) {
        this(name, transport, sweepMillis, new ConcurrentLinkedQueue<>());
    }

    /** @param remote empty; thread-safe */
    EventLoop(String name, Transport transport, long sweepMillis, Queue<Runnable> remote) {
        this.transport = transport;
        this.remote = remote;
        this.sweepNanos = TimeUnit.MILLISECONDS.toNanos(sweepMillis);
        nextSweep = now + sweepNanos;
        thread = new Thread(this, name);
    }

    /**
     * Starts the thread.
     *
     * @param sweep called regularly, to find what is overdue; returns whether it is done, or has to go on in the next round
     */
    public void start(BooleanSupplier sweep) {
        this.sweep = sweep;
        thread.start();
    }

    /** The start of the current round, as {@link System#nanoTime}: for time-outs, not for measuring. */
    public long now() {
        return now;
    }

    /**
     * Counts one more piece of the current work, such as a request; whether the next has to wait until the others have had
     * their turn.
     */
    public boolean isTurnOver() {
        return turn.isOver();
    }

    /**
     * A request has ended. The time that it took bounds how long the loop waits for several events at once.
     *
     * @param began as {@link System#nanoTime}
     */
    public void requestEnded(long began) {
        coalescing.requestTook(now - began);
    }

    /** How late the last sweep was, or the next one is by now, in nanoseconds. Thread-safe. */
    public long lagNanos() {
        return Math.max(lagNanos, System.nanoTime() - nextSweep);
    }

    /** Runs the work soon, on the loop's thread. Thread-safe. It never fails: work that is not queued would be lost. */
    public void execute(Runnable work) {
        boolean own = Thread.currentThread() == thread;
        try {
            (own ? local : remote).add(work);
        } catch (OutOfMemoryError e) {
            retry(work);
        }
        if (!own && asleep.get() && asleep.compareAndSet(true, false)) { // once, however many threads have work for it
            transport.wake();
        }
    }

    /**
     * Queues work although memory is exhausted: it may be free again soon. Else the process ends, because a fiber that
     * is not resumed hangs, and its client with it.
     */
    private void retry(Runnable work) {
        for (int tries = 0; tries < QUEUE_TRIES; tries++) {
            LockSupport.parkNanos(RECOVERY_NANOS);
            try {
                remote.add(work);
                return;
            } catch (OutOfMemoryError e) {
                // still so
            }
        }
        ProcessEnd.because("kilim: no memory to queue work for an event loop; raise -Xmx or lower --max-connections");
    }

    /** Ends the loop after the current round and waits for its thread. */
    public void end() throws InterruptedException {
        execute(() -> ended = true);
        thread.join();
    }

    @Override
    public void run() {
        while (!ended) {
            try {
                round();
            } catch (Throwable e) {
                recover(e); // a failure of the loop itself: fibers and connections catch their own
            }
        }
        transport.close();
    }

    private void recover(Throwable failure) {
        try {
            ErrorLog.report(thread.getName(), "had an error, and continues", failure);
            LockSupport.parkNanos(RECOVERY_NANOS);
        } catch (Throwable e) {
            // never give up: no other thread serves these connections
        }
    }

    private void round() {
        runQueued();
        if (ended) {
            return;
        }
        expireTimers();
        long patience = patience();
        turn.begin();
        transport.poll(patience, coalescing.nanos(now));
        asleep.set(false);
        now = System.nanoTime();
        if (now - nextSweep >= 0) {
            sweep();
        }
    }

    /**
     * Runs local and remote work in turns, as each kind may come as fast as it is done. Local work queued meanwhile waits
     * for the next round: a fiber that yields must not starve the sockets.
     */
    private void runQueued() {
        turn.begin();
        int waiting = local.size();
        while ((waiting > 0 || !remote.isEmpty()) && !turn.isOver()) {
            if (waiting-- > 0) {
                run(local.poll());
            }
            var work = remote.poll();
            if (work != null) {
                run(work);
            }
        }
    }

    private void expireTimers() {
        now = System.nanoTime();
        turn.begin();
        for (var timer = timers.expire(now); timer != null; timer = turn.isOver() ? null : timers.expire(now)) {
            if (timer.getExecutionTime() > 0) { // else it was cancelled meanwhile
                timer.es.onEvent(null, Timer.timedOut); // a fiber's own timer: resumes the fiber
            }
        }
    }

    private void sweep() {
        turn.begin();
        lagNanos = now - nextSweep;
        nextSweep = now + sweepNanos;
        if (!sweep.getAsBoolean()) {
            nextSweep = now;
        }
    }

    /**
     * How long to wait in the kernel. It sets {@link #asleep} before the last look at the queue, so no wake-up is lost.
     */
    private long patience() {
        if (!local.isEmpty()) {
            return 0;
        }
        asleep.set(true);
        return remote.isEmpty() ? Math.min(timers.nanosUntilNext(now), Math.max(0, nextSweep - now)) : 0;
    }

    private void run(Runnable work) {
        Throwable escaped = null;
        inFiber = work instanceof Task;
        try {
            work.run();
        } catch (Throwable e) {
            escaped = e;
            log(work, e); // the others go on, whatever it was
        } finally {
            inFiber = false;
            Thread.interrupted(); // a fiber may have set it, and neither the selector nor a park would wait
        }
        if (work instanceof FiberObserver watched) {
            watched.afterRun(escaped);
        }
    }

    /** Runs a fiber, at once if possible. Kilim calls this for every resume, on any thread. */
    @Override
    public void schedule(int pinned, Task task) {
        if (Thread.currentThread() != thread || inFiber) {
            execute(task);
        } else {
            run(task);
        }
    }

    @Override
    public void schedule(Task task) {
        schedule(-1, task);
    }

    /**
     * Sets a fiber's timer. Kilim gives an absolute wall-clock time in milliseconds; the wait is measured with the
     * monotonic clock.
     */
    @Override
    public void scheduleTimer(Timer timer) {
        long wait = Math.clamp(timer.getExecutionTime() - System.currentTimeMillis(), 0, LONGEST_MILLIS);
        timers.set(timer, System.nanoTime(), TimeUnit.MILLISECONDS.toNanos(wait));
    }

    /**
     * Pauses the calling fiber, which must run on an EventLoop. {@link Task#sleep} works too, but waits on an empty
     * mailbox: five more objects per sleeping fiber.
     */
    public static void sleep(long millis) throws Pausable {
        var task = Task.getCurrentTask();
        var loop = (EventLoop) task.getScheduler();
        task.timer.setLiteral(SET);
        loop.timers.set(task.timer, System.nanoTime(), TimeUnit.MILLISECONDS.toNanos(millis));
        do {
            Task.pause(ASLEEP);
        } while (task.timer.onHeap); // else it was a late resume by an object of an earlier wait
    }

    /** Removes the timer of a fiber that no longer waits. */
    public void cancelTimer(Timer timer) {
        timers.remove(timer);
    }

    @Override
    protected void log(Object source, Object problem) {
        if (source instanceof FiberObserver) {
            return; // it handles its own failures
        }
        ErrorLog.report(source, "failed", problem instanceof Throwable thrown ? thrown : null);
    }

    /** A fiber that the loop calls, outside of the fiber, each time it has paused or ended. */
    public interface FiberObserver {
        /** @param escaped an exception of Kilim itself, after which the fiber never resumes; null = none */
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

    /** A server's loop stays when it is idle; {@link #end} ends it. */
    @Override
    public void idledown() {}
}
