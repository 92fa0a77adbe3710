package threadwall.process;

import java.time.Duration;

/**
 * When to do again what costs CPU: as soon as all that it has cost is no more than a share of one core since the start. What
 * was saved may be spent faster, as far as a {@link Rate} lets it. Times are nanoseconds of {@link System#nanoTime()}.
 */
public final class SamplingBudget {

    private final double share;
    private final long start;
    private final long free;
    private long spent;
    private long due;

    /**
     * How fast it may be done for now.
     *
     * @param burst share of one core that it may take from one time to the next, even if more was saved
     * @param least how long it is until the next time, even if it costs next to nothing
     */
    public record Rate(double burst, Duration least) {}

    /**
     * @param share of one core, on average
     * @param now the start, when it is due for the first time
     * @param total nanoseconds of CPU time that were spent before, and do not count
     */
    public SamplingBudget(double share, long now, long total) {
        this.share = share;
        this.start = now;
        this.free = total;
        this.spent = total;
        this.due = now;
    }

    /** How long it is until the next time; negative when that was due before now. */
    public long left(long now) {
        return due - now;
    }

    /**
     * It was done.
     *
     * @param now when it was begun
     * @param total nanoseconds of CPU time so far. Not time: on a busy machine most of that is waiting for a core
     */
    public void spent(long now, long total, Rate rate) {
        long cpu = total - spent;
        spent = total;
        long even = start + (long) ((total - free) / share) - now;
        due = now + Math.max(rate.least().toNanos(), Math.max(even, (long) (cpu / rate.burst())));
    }
}
