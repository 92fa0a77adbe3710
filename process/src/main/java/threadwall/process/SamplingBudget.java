package threadwall.process;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Limits how often a measurement runs by the CPU time it costs, so that measuring does not distort what is measured. The cost
 * is charged in one of two ways: {@link #charge} keeps the average since the start within the share, {@link #run} looks at
 * the last two runs alone. Times are nanoseconds of {@link System#nanoTime()}. CPU time counts, not elapsed time: on a busy
 * machine most of a measurement is waiting for a core.
 */
public final class SamplingBudget {

    private final double share;
    private final long start;
    private final long cpuAtStart;
    private long cpuSoFar;
    private long lastCost;
    private long due;

    /**
     * Bounds on how soon the next run may follow.
     *
     * @param burst share of one core that may be used until the next run, even if more was saved before
     * @param leastInterval time until the next run, even if this one cost next to nothing
     */
    public record Rate(double burst, Duration leastInterval) {}

    /**
     * @param share of one core
     * @param now the start, when the first run is due
     * @param cpu nanoseconds of CPU time used before the start, which do not count
     */
    public SamplingBudget(double share, long now, long cpu) {
        this.share = share;
        this.start = now;
        this.cpuAtStart = cpu;
        this.cpuSoFar = cpu;
        this.due = now;
    }

    /** For {@link #run}, due at once. */
    public SamplingBudget(double share) {
        this(share, System.nanoTime(), 0);
    }

    /** Time until the next run is due; negative when it was due before now. */
    public long left(long now) {
        return due - now;
    }

    /**
     * Charges a run. The next is due once the average since the start is back within the share.
     *
     * @param now when the run began
     * @param cpu nanoseconds of CPU time so far
     */
    public void charge(long now, long cpu, Rate rate) {
        long cost = cpu - cpuSoFar;
        cpuSoFar = cpu;
        long balanced = start + (long) ((cpu - cpuAtStart) / share) - now;
        due = now + Math.max(rate.leastInterval().toNanos(), Math.max(balanced, (long) (cost / rate.burst())));
    }

    /** A measurement. */
    @FunctionalInterface
    public interface Task<E extends Exception> {
        void run() throws E;
    }

    /**
     * Runs a task in this thread if it is due. The cheaper of its last two runs sets the pause, because the first runs in a
     * JVM cost many times more than later ones, and so does an occasional exception.
     *
     * @param longest pause, whatever the task costs
     * @return whether it ran
     */
    public <E extends Exception> boolean run(Duration longest, Task<E> task) throws E {
        return run(longest, task, System::nanoTime, ManagementFactory.getThreadMXBean()::getCurrentThreadCpuTime);
    }

    <E extends Exception> boolean run(Duration longest, Task<E> task, LongSupplier clock, LongSupplier cpuClock)
            throws E {
        long now = clock.getAsLong();
        if (left(now) > 0) {
            return false;
        }
        long before = cpuClock.getAsLong();
        task.run();
        long cost = cpuClock.getAsLong() - before;
        due = now + Math.min(longest.toNanos(), (long) (Math.min(cost, lastCost) / share));
        lastCost = cost;
        return true;
    }
}
