package threadwall.tasks;

import threadwall.process.proc.KernelCounters;

/**
 * CPU time of processes that are neither the measured program nor this tool.
 *
 * @param machine counters before the program was started
 * @param toolSeconds of this tool until then
 */
record OtherProcesses(KernelCounters machine, double toolSeconds) {

    private static final double NANOS_PER_SECOND = 1e9;

    /** From now on. */
    static OtherProcesses since() {
        return new OtherProcesses(KernelCounters.read(), ownSeconds());
    }

    /**
     * Their share of the time of all processors until now, in percent. Below 0 by rounding only, which counts as 0.
     *
     * @param programSeconds {@code null} if it is not known
     * @return {@code null} if it is not known
     */
    Double percent(Double programSeconds) {
        var used = KernelCounters.read().cpuTimeSince(machine);
        if (used == null || programSeconds == null) {
            return null;
        }
        double others = used.busySeconds() - programSeconds - (ownSeconds() - toolSeconds);
        return Math.max(0, 100 * others / used.seconds());
    }

    private static double ownSeconds() {
        return ProcessHandle.current()
                .info()
                .totalCpuDuration()
                .map(time -> time.toNanos() / NANOS_PER_SECOND)
                .orElse(0.0);
    }
}
