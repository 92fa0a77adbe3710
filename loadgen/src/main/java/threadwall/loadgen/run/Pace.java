package threadwall.loadgen.run;

import java.time.Duration;

/**
 * When to do again what costs CPU: as soon as all that it has cost is no more than a share of one core since the start. What
 * was saved may be spent faster, but never faster than at another share. Times are nanoseconds of {@link System#nanoTime()}.
 */
final class Pace {

    private final double share;
    private final double burst;
    private final long start;
    private long spent;
    private long due;

    /**
     * @param share of one core, on average since {@code now}
     * @param burst share of one core from one time to the next
     * @param now when it is due for the first time
     */
    Pace(double share, double burst, long now) {
        this.share = share;
        this.burst = burst;
        this.start = now;
        this.due = now;
    }

    /** How long it is until the next time; negative when that was due before now. */
    long left(long now) {
        return due - now;
    }

    /**
     * It was done.
     *
     * @param now when it was begun
     * @param total nanoseconds of CPU time since the start. Not time: on a busy machine most of that is waiting for a core
     * @param least how long it is until the next time, when it costs next to nothing
     */
    void spent(long now, long total, Duration least) {
        long cpu = total - spent;
        spent = total;
        long even = start + (long) (total / share) - now;
        due = now + Math.max(least.toNanos(), Math.max(even, (long) (cpu / burst)));
    }
}
