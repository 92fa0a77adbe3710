package threadwall.tasks;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import threadwall.doctor.ThreadLimitMonitor;
import threadwall.tasks.TaskProgram.Kind;

/**
 * When to read the limits around a program: seldom, since it costs and holds the program up, and as often as can be once
 * memory is short, since a program that the kernel ends leaves nothing to read. In a thread of its own: counting the maps
 * of a program that starts threads waits for it, for a second at times, and looks are not to wait.
 */
final class LimitPolling implements AutoCloseable {

    /** Of the time between two readings. */
    private static final int REST_OF_THREADS = 20;

    private static final int REST = 100;
    private static final long LEAST_NANOS = 250_000_000;

    /** Of the memory that was there before. */
    private static final double LITTLE = 0.2;

    private final ThreadLimitMonitor watch;
    private final int rest;
    private final TaskProcessTree tree;
    private final AtomicBoolean reading = new AtomicBoolean();
    private final ThreadPoolExecutor reader =
            new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
    private Long available;
    private volatile long next = System.nanoTime();

    LimitPolling(ThreadLimitMonitor watch, TaskPlan plan, TaskProcessTree tree) {
        this.watch = watch;
        this.rest = plan.program().kind() == Kind.THREAD ? REST_OF_THREADS : REST;
        this.tree = tree;
        // at a wall of threads there may be none for us
        reader.prestartAllCoreThreads();
    }

    void look(ProcessSample look) {
        var left = look.kernel().availableBytes();
        available = available == null ? left : available;
        boolean near = left != null && left < LITTLE * available;
        if ((near || System.nanoTime() - next >= 0) && reading.compareAndSet(false, true)) {
            long pid = tree.main();
            reader.execute(() -> read(pid));
        }
    }

    private void read(long pid) {
        long start = System.nanoTime();
        try {
            watch.look(pid);
        } finally {
            long took = System.nanoTime() - start;
            next = System.nanoTime() + Math.max(LEAST_NANOS, rest * took);
            reading.set(false);
        }
    }

    /** Waits for a reading that is under way. */
    @Override
    public void close() {
        reader.close();
    }
}
