package threadwall.tasks;

import threadwall.process.ProcessTree;
import threadwall.tasks.TaskWorkload.Test;

/**
 * Reads the PSS of a program once, while all of its tasks are asleep: after half of the sleep, as soon as the program takes
 * hardly any CPU time, which starting tasks would; at the latest after nine tenths of the sleep, since then tasks may wake.
 */
final class PssSampler {

    /** Share of a core; less is the runtime's own timers and housekeeping. */
    private static final double IDLE = 0.2;

    private static final double LATEST = 0.9;
    private static final double INTERVAL_SECONDS = 0.2;

    private final TaskWorkload workload;
    private final ProcessTree tree;
    private Long pssBytes;
    private boolean taken;
    private double lastSeconds;
    private double lastCpuSeconds;

    PssSampler(TaskWorkload workload, ProcessTree tree) {
        this.workload = workload;
        this.tree = tree;
        this.taken = workload.test() != Test.SLEEP;
    }

    /** @param seconds since the program was started */
    void sample(double seconds) {
        double sleep = taken ? 0 : workload.sleep().toMillis() / 1e3;
        if (taken || seconds < sleep / 2 || seconds - lastSeconds < Math.min(INTERVAL_SECONDS, sleep / 10)) {
            return;
        }
        double cpuSeconds = tree.cpuSeconds();
        boolean idle = lastSeconds > 0 && cpuSeconds - lastCpuSeconds < IDLE * (seconds - lastSeconds);
        if (idle || seconds >= LATEST * sleep) {
            takeNow();
        }
        lastSeconds = seconds;
        lastCpuSeconds = cpuSeconds;
    }

    void takeNow() {
        if (!taken) {
            taken = true;
            pssBytes = tree.pssBytes();
        }
    }

    /** {@code null} when it was not read. */
    Long pssBytes() {
        return pssBytes;
    }
}
