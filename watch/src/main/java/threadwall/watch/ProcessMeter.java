package threadwall.watch;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import threadwall.process.SamplingBudget;
import threadwall.process.proc.ProcStat;

/**
 * One process's figures. The kernel sums its CPU time up over all its threads, 2.5 ms at 10,000 of them, so that is read as
 * seldom as {@link #SHARE} demands. {@code task/PID} has all else, for a price that does not depend on threads.
 */
final class ProcessMeter {

    private static final double SHARE = 1.0 / 500;

    private final Path proc;
    private final long pid;
    private final Duration longest;
    private final SamplingBudget budget = new SamplingBudget(SHARE);
    private ProcStat latest;
    private double cpuSeconds;
    private long cpuAt;
    private Double cpuShare;
    private boolean metered;

    /** @param longest between two readings of its CPU time */
    ProcessMeter(Path proc, long pid, Duration longest) {
        this.proc = proc;
        this.pid = pid;
        this.longest = longest;
    }

    /**
     * Looks at all but its CPU time.
     *
     * @return whether it is still there: the same process, alive, no zombie
     */
    boolean meet() {
        keep(ProcStat.read(proc.resolve(Long.toString(pid)).resolve("task"), pid));
        return latest != null;
    }

    /** The same with its CPU time, when that is due. */
    boolean read() {
        return budget.run(longest, () -> whole(System.nanoTime(), ProcStat.read(proc, pid))) ? latest != null : meet();
    }

    private void whole(long now, Optional<ProcStat> read) {
        keep(read);
        if (latest != null) {
            double since = Math.max(0, latest.cpuSeconds() - cpuSeconds) / ((now - cpuAt) / 1e9);
            cpuShare = metered ? Double.valueOf(since) : null;
            metered = true;
            cpuSeconds = latest.cpuSeconds();
            cpuAt = now;
        }
    }

    private void keep(Optional<ProcStat> read) {
        latest = read.filter(stat -> stat.state() != 'Z' && stat.state() != 'X')
                .filter(stat -> latest == null || stat.sameProcess(latest))
                .orElse(null);
    }

    /** What was read last, but for its CPU time. */
    ProcStat latest() {
        return latest;
    }

    /** Of all its threads, by the last reading of it. */
    double cpuSeconds() {
        return cpuSeconds;
    }

    /** Of one core between its last two readings; {@code null} after the first. */
    Double cpuShare() {
        return cpuShare;
    }
}
