package threadwall.tasks;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import threadwall.probes.ThreadLimitMonitor;
import threadwall.process.ProcessTree;
import threadwall.tasks.TaskProgram.Kind;

/**
 * Decides when to read the limits around a program: seldom, since a reading costs time and holds the program up, but without
 * a pause once memory is short, since a program that the kernel kills leaves nothing to read. It reads in a thread of its
 * own: counting the maps of a program that starts threads may block for a second, and sampling must not wait for that.
 */
final class LimitPolling implements AutoCloseable {

    /** Pause between two readings, as a multiple of a reading. */
    private static final int PAUSE_FACTOR_OF_THREADS = 20;

    private static final int PAUSE_FACTOR = 100;
    private static final long MIN_PAUSE_NANOS = 250_000_000;

    /** Memory is short below this share of what was available at first. */
    private static final double SHORT_OF_MEMORY = 0.2;

    private final ThreadLimitMonitor monitor;
    private final int pauseFactor;
    private final ProcessTree tree;
    private final AtomicBoolean reading = new AtomicBoolean();
    private final ThreadPoolExecutor reader =
            new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
    private Long availableAtFirst;
    private volatile long next = System.nanoTime();

    LimitPolling(ThreadLimitMonitor monitor, TaskPlan plan, ProcessTree tree) {
        this.monitor = monitor;
        this.pauseFactor = plan.program().kind() == Kind.THREAD ? PAUSE_FACTOR_OF_THREADS : PAUSE_FACTOR;
        this.tree = tree;
        // at a limit on threads the tool may not get one
        reader.prestartAllCoreThreads();
    }

    void poll(ProcessSample sample) {
        var available = sample.kernel().availableBytes();
        availableAtFirst = availableAtFirst == null ? available : availableAtFirst;
        boolean memoryShort = available != null && available < SHORT_OF_MEMORY * availableAtFirst;
        if ((memoryShort || System.nanoTime() - next >= 0) && reading.compareAndSet(false, true)) {
            long pid = tree.busiest();
            reader.execute(() -> read(pid));
        }
    }

    private void read(long pid) {
        long start = System.nanoTime();
        try {
            monitor.read(pid);
        } finally {
            long took = System.nanoTime() - start;
            next = System.nanoTime() + Math.max(MIN_PAUSE_NANOS, pauseFactor * took);
            reading.set(false);
        }
    }

    /** Waits for a reading in progress. */
    @Override
    public void close() {
        reader.close();
    }
}
