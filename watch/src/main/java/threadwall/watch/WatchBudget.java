package threadwall.watch;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.function.LongSupplier;

/** Lets something be done as often as it takes no more than a share of one core: what measures must not be what is measured. */
final class WatchBudget {

    private final int share;
    private final long longestNanos;
    private final LongSupplier nanos;
    private final LongSupplier cpuNanos;
    private long notBefore;
    private long lastCost;
    private boolean begun;

    /**
     * @param share 200 for 1/200 of a core
     * @param longest after which it is due whatever it costs
     */
    WatchBudget(int share, Duration longest) {
        this(share, longest, System::nanoTime, ManagementFactory.getThreadMXBean()::getCurrentThreadCpuTime);
    }

    WatchBudget(int share, Duration longest, LongSupplier nanos, LongSupplier cpuNanos) {
        this.share = share;
        this.longestNanos = longest.toNanos();
        this.nanos = nanos;
        this.cpuNanos = cpuNanos;
    }

    /** Something that may be done. */
    @FunctionalInterface
    interface Task<E extends Exception> {
        void run() throws E;
    }

    /**
     * Does it in this thread, unless it costs too much to be due again. CPU time counts, not time: on a busy machine most of
     * a look is waiting for a core. Of the last two times the cheaper one counts: what a JVM does first costs it many times
     * more than later on, and so does what happens once in a while.
     *
     * @return whether it was done
     */
    <E extends Exception> boolean run(Task<E> task) throws E {
        long start = nanos.getAsLong();
        if (begun && start - notBefore < 0) {
            return false;
        }
        long before = cpuNanos.getAsLong();
        task.run();
        begun = true;
        long cost = cpuNanos.getAsLong() - before;
        notBefore = start + Math.min(longestNanos, Math.min(cost, lastCost) * share);
        lastCost = cost;
        return true;
    }
}
