package threadwall.loadgen.sweep.step;

import threadwall.loadgen.http.AnswerVerifier;
import threadwall.record.StepPlan;
import threadwall.record.StepRecord.Latency;
import threadwall.record.StepRecord.Load;
import threadwall.record.StepRecord.Outcome;
import threadwall.record.StepRecord.Verified;

/** The outcome of a step and its reason. */
record StepVerdict(Outcome outcome, String reason) {

    static StepVerdict of(StepPlan step, Load load, Latency latency, Verified verified, String unreachable) {
        if (verified != null && verified.wrong() > 0) {
            return new StepVerdict(
                    Outcome.WRONG_ANSWERS,
                    "%,d of %,d checked answers are wrong, the first: %s"
                            .formatted(verified.wrong(), verified.checked(), verified.firstWrong()));
        }
        if (load == null) {
            return new StepVerdict(Outcome.FAILED, "a client ended without printing its figures");
        }
        // ab also counts a broken connection as a wrong length
        long otherLength = load.failedLength() - Math.max(load.failedReceive(), load.failedExceptions());
        if (load.non2xx() > 0 || otherLength > 0) {
            return new StepVerdict(
                    Outcome.WRONG_ANSWERS,
                    "the clients counted %,d answers that are not 2xx and %,d whose length differs from the first"
                            .formatted(load.non2xx(), Math.max(0, otherLength)));
        }
        Integer sleep = step.load().sleepMillis();
        // ab -g also logs the times of failed requests
        boolean timed = sleep != null && latency != null && load.failed() == 0;
        if (timed && latency.minMillis() < sleep - AnswerVerifier.EARLY_MILLIS) {
            return new StepVerdict(
                    Outcome.WRONG_ANSWERS,
                    "a client got an answer after %.0f ms instead of %d ms of sleep"
                            .formatted(latency.minMillis(), sleep));
        }
        if (verified == null || verified.checked() < AnswerVerifier.ANSWERS_CHECKED) {
            return new StepVerdict(
                    Outcome.FAILED,
                    "only %,d answers could be checked instead of %,d%s"
                            .formatted(
                                    verified == null ? 0 : verified.checked(),
                                    AnswerVerifier.ANSWERS_CHECKED,
                                    unreachable == null ? "" : ": " + unreachable));
        }
        // a load that ends by time has no planned number of requests
        long requests = step.load().requests() == null
                ? load.requestsCompleted()
                : step.load().requests();
        if (load.failed() > 0 || load.requestsCompleted() < requests) {
            return new StepVerdict(
                    Outcome.FAILED_REQUESTS,
                    "%,d of %,d requests failed: connect %,d, receive %,d, length %,d, exceptions %,d, write %,d"
                            .formatted(
                                    requests - load.requestsCompleted() + load.failed(),
                                    requests,
                                    load.failedConnect(),
                                    load.failedReceive(),
                                    load.failedLength(),
                                    load.failedExceptions(),
                                    load.writeErrors()));
        }
        return new StepVerdict(Outcome.OK, null);
    }

    /** The verdict of a step that also failed for another reason; that reason comes first. */
    StepVerdict failedBy(String why) {
        return new StepVerdict(Outcome.FAILED, why + (reason == null ? "" : "; " + reason));
    }
}
