package threadwall.watch;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import threadwall.process.SamplingBudget;
import threadwall.process.proc.ProcStat;

/**
 * Reads the figures of one process. The kernel sums CPU time over all threads, 2.5 ms at 10,000 of them, so that is
 * read only as often as {@link #SHARE} allows. {@code task/PID} has everything else, at a cost that does not depend on
 * threads.
 */
final class ProcessMeter {

    private static final double SHARE = 1.0 / 500;

    private final Path proc;
    private final long pid;
    private final Duration longest;
    private final SamplingBudget budget = new SamplingBudget(SHARE);
    private ProcStat latest;
    private double cpuSeconds;
    private long cpuReadAt;
    private Double cpuShare;
    private boolean hasCpuReading;

    /** @param longest interval between two readings of its CPU time */
    ProcessMeter(Path proc, long pid, Duration longest) {
        this.proc = proc;
        this.pid = pid;
        this.longest = longest;
    }

    /**
     * Reads everything except its CPU time.
     *
     * @return whether it is still the same process, alive and no zombie
     */
    boolean readBasics() {
        update(ProcStat.read(proc.resolve(Long.toString(pid)).resolve("task"), pid));
        return latest != null;
    }

    /**
     * Reads everything, including its CPU time when that is due.
     *
     * @return as {@link #readBasics}
     */
    boolean read() {
        return budget.run(longest, () -> updateCpu(System.nanoTime(), ProcStat.read(proc, pid)))
                ? latest != null
                : readBasics();
    }

    private void updateCpu(long now, Optional<ProcStat> read) {
        update(read);
        if (latest != null) {
            double share = Math.max(0, latest.cpuSeconds() - cpuSeconds) / ((now - cpuReadAt) / 1e9);
            cpuShare = hasCpuReading ? Double.valueOf(share) : null;
            hasCpuReading = true;
            cpuSeconds = latest.cpuSeconds();
            cpuReadAt = now;
        }
    }

    private void update(Optional<ProcStat> read) {
        latest = read.filter(stat -> stat.state() != 'Z' && stat.state() != 'X')
                .filter(stat -> latest == null || stat.sameProcess(latest))
                .orElse(null);
    }

    /** The last reading; its CPU time is that of the main thread alone. */
    ProcStat latest() {
        return latest;
    }

    /** CPU time of all its threads, from the last reading of it. */
    double cpuSeconds() {
        return cpuSeconds;
    }

    /** Share of one core between its last two readings of CPU time; {@code null} after the first. */
    Double cpuShare() {
        return cpuShare;
    }
}
