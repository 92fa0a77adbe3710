package threadwall.loadgen.sweep.step;

/**
 * CPU time of the servers for a number of requests.
 *
 * @param userSeconds of these {@code cpuSeconds}, time in the processes' own code
 */
record RequestCost(double requests, double userSeconds, double cpuSeconds) {

    /** A smaller change of the user CPU time of a request is no change, as a share of the later value. */
    private static final double STEADY_SHARE = 0.15;

    /**
     * The timer interrupt that divides CPU time into user and system time: 250 a second, as in Debian's kernels
     * (CONFIG_HZ). The sum of both is exact (CONFIG_TICK_CPU_ACCOUNTING, kernel/sched/cputime.c, cputime_adjust).
     */
    private static final double TICK_SECONDS = 0.004;

    /** {@code /proc/PID/stat} counts in these steps (USER_HZ). */
    private static final double RESOLUTION_SECONDS = 0.01;

    /** A difference that chance alone exceeds once in twenty comparisons. */
    private static final double DEVIATIONS = 2;

    double userMicros() {
        return 1e6 * userSeconds / requests;
    }

    double cpuMicros() {
        return 1e6 * cpuSeconds / requests;
    }

    /**
     * Whether the user CPU time of a request is the same as before: it differs by no more than 15 %, or by no more than
     * the clock can err.
     */
    boolean isSteadyAfter(RequestCost before) {
        double change = Math.abs(before.userMicros() - userMicros());
        double error = DEVIATIONS * Math.hypot(errorMicros(), before.errorMicros());
        return change <= Math.max(STEADY_SHARE * userMicros(), error);
    }

    /**
     * Standard deviation of the user CPU time of a request. Each of n ticks falls into user time with the probability p =
     * user / all (binomial distribution: n·p·(1−p)), and both ends of the interval are rounded to the resolution
     * (uniform distribution: resolution²/12 each).
     */
    private double errorMicros() {
        double share = cpuSeconds == 0 ? 0 : Math.clamp(userSeconds / cpuSeconds, 0, 1);
        double sampled = cpuSeconds * TICK_SECONDS * share * (1 - share);
        double rounded = 2 * RESOLUTION_SECONDS * RESOLUTION_SECONDS / 12;
        return 1e6 * Math.sqrt(sampled + rounded) / requests;
    }
}
