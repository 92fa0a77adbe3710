package threadwall.loadgen.sweep.step;

import threadwall.record.StepWarning;

/**
 * CPU time of the servers for a number of requests.
 *
 * @param userSeconds of these {@code cpuSeconds}, time in the processes' own code. The kernel knows the sum exactly and
 *     divides it by the share of timer ticks since the process started (kernel/sched/cputime.c, cputime_adjust): when
 *     that share changes, the user time of an interval is wrong
 */
record RequestCost(double requests, double userSeconds, double cpuSeconds) {

    /** {@code /proc/PID/stat} counts in steps of 10 ms (USER_HZ), at both ends of both intervals. */
    private static final double RESOLUTION_SECONDS = 0.02;

    double userMicros() {
        return 1e6 * userSeconds / requests;
    }

    double cpuMicros() {
        return 1e6 * cpuSeconds / requests;
    }

    /**
     * Whether the CPU time of a request is the same as before: it differs by no more than 15 %, apart from what the
     * clock cannot show.
     */
    boolean isSteadyAfter(RequestCost before) {
        double change = Math.abs(before.cpuMicros() - cpuMicros());
        double error = 1e6 * RESOLUTION_SECONDS / Math.min(requests, before.requests);
        return change <= StepWarning.Unsteady.STEADY_SHARE * cpuMicros() + error;
    }
}
