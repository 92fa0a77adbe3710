package threadwall.record;

import threadwall.record.StepRecord.Outcome;

/** What a load at a rate says of its server's capacity. */
public enum TrialVerdict {
    /** The server answered at the rate, and kept the latency limit. */
    IN_LIMIT,
    /** It answered at the rate, but not within the limit. */
    SUSTAINED,
    /** It answered fewer requests than were due, or some failed. */
    OVERLOADED,
    /** It answered with a status other than 2xx: that may be a limit that it sets, or an error, and not its capacity. */
    REFUSED,
    /** The client was the bottleneck, so the server may be able to do more. */
    CLIENT_BOUND,
    /**
     * Requests waited for a connection, and those that had one kept the limit. Of N connections that take L seconds a
     * request, the server gets N / L requests a second at most, so it may be able to do more.
     */
    CONNECTIONS_BOUND,
    /** The load says nothing: wrong answers, or the server could not be loaded. */
    INVALID;

    /** The verdict of a step that has a {@link StepPlan#trial}. */
    public static TrialVerdict of(StepRecord step) {
        if (step.load() != null && step.load().non2xx() > 0) {
            return REFUSED;
        }
        if (step.arrivals() == null || step.outcome() == Outcome.FAILED || step.outcome() == Outcome.WRONG_ANSWERS) {
            return INVALID;
        }
        boolean sustained = step.outcome() == Outcome.OK && isSustained(step);
        if (sustained && step.asked().trial().limit().isKeptBy(step.arrivals().planned())) {
            return IN_LIMIT;
        }
        // more connections do not help a client without CPU, but all that are in use make a client look late
        if (has(step, StepWarning.ClientBound.class)) {
            return CLIENT_BOUND;
        }
        if (isConnectionsBound(step, sustained)) {
            return CONNECTIONS_BOUND;
        }
        return has(step, StepWarning.ClientLate.class) ? CLIENT_BOUND : sustained ? SUSTAINED : OVERLOADED;
    }

    private static boolean isSustained(StepRecord step) {
        return !has(step, StepWarning.RateNotReached.class);
    }

    /**
     * A request that failed was sent, so for it no connection was missing. A few that waited are no reason for a rate that
     * was not reached.
     */
    private static boolean isConnectionsBound(StepRecord step, boolean sustained) {
        double fewest = sustained
                ? 0
                : (1 - StepWarning.RateNotReached.ENOUGH) * step.arrivals().due();
        boolean waited = step.warnings().stream()
                .anyMatch(warning -> warning instanceof StepWarning.HeldBack held && held.requests() > fewest);
        return step.outcome() == Outcome.OK
                && waited
                && step.latency() != null
                && step.asked().trial().limit().isKeptBy(step.latency());
    }

    private static boolean has(StepRecord step, Class<? extends StepWarning> warning) {
        return step.warnings().stream().anyMatch(warning::isInstance);
    }

    /** Whether the server answered at the rate. */
    public boolean isSustained() {
        return this == IN_LIMIT || this == SUSTAINED;
    }

    /** Whether the rate failed for a reason that is not the server's, so that it may be able to do more. */
    public boolean isAtLeast() {
        return this == CLIENT_BOUND || this == CONNECTIONS_BOUND;
    }
}
