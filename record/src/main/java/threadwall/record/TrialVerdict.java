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
    /** It refused requests with a status other than 2xx: that may be a limit that it sets, not its capacity. */
    REFUSED,
    /** The client was the bottleneck, so the server may be able to do more. */
    CLIENT_BOUND,
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
        if (step.outcome() == Outcome.OK && isSustained(step)) {
            return step.asked().trial().limit().isKeptBy(step.arrivals().planned())
                    ? IN_LIMIT
                    : isClientBound(step) ? CLIENT_BOUND : SUSTAINED;
        }
        return isClientBound(step) ? CLIENT_BOUND : OVERLOADED;
    }

    private static boolean isSustained(StepRecord step) {
        return step.warnings().stream().noneMatch(StepWarning.RateNotReached.class::isInstance);
    }

    private static boolean isClientBound(StepRecord step) {
        return step.warnings().stream()
                .anyMatch(warning -> warning instanceof StepWarning.ClientLate
                        || warning instanceof StepWarning.ClientBound
                        || warning instanceof StepWarning.ClientHostBusy);
    }

    /** Whether the server answered at the rate. */
    public boolean isSustained() {
        return this == IN_LIMIT || this == SUSTAINED;
    }
}
