package threadwall.loadgen.watch;

import java.lang.management.ManagementFactory;
import java.util.function.LongSupplier;

/** Lets something be done as often as it takes no more than a share of one core: what measures must not be what is measured. */
final class Pace {

    private final int share;
    private final LongSupplier nanos;
    private final LongSupplier cpuNanos;
    private long notBefore;
    private boolean begun;

    /** @param share 200 for 1/200 of a core */
    Pace(int share) {
        this(share, System::nanoTime, ManagementFactory.getThreadMXBean()::getCurrentThreadCpuTime);
    }

    Pace(int share, LongSupplier nanos, LongSupplier cpuNanos) {
        this.share = share;
        this.nanos = nanos;
        this.cpuNanos = cpuNanos;
    }

    /** Something that may be done. */
    @FunctionalInterface
    interface Task<E extends Exception> {
        void run() throws E;
    }

    /**
     * Does it in this thread, unless the last time was too costly for it to be due again. CPU time counts, not time: on a
     * busy machine most of a look is waiting for a core.
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
        notBefore = start + (cpuNanos.getAsLong() - before) * share;
        return true;
    }
}
