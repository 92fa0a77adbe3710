package threadwall.probes;

import java.time.Duration;
import java.util.Optional;
import threadwall.limits.Diagnosis;
import threadwall.limits.LimitAssessment;
import threadwall.process.Progress;

/** The progress line of a probe, and the end of its time. */
final class ProbeProgress {

    private static final long REPORT_NANOS = 500_000_000;

    private final String what;
    private final Optional<LimitAssessment> binding;
    private final Duration timeLimit;
    private final Progress progress;
    private final long started = System.nanoTime();
    private long lastCount;
    private long lastNanos = started;

    /** @param what is counted: "threads" */
    ProbeProgress(String what, Diagnosis prediction, Duration timeLimit, Progress progress) {
        this.what = what;
        this.binding = prediction.binding();
        this.timeLimit = timeLimit;
        this.progress = progress;
        progress.note(predicted());
    }

    double seconds() {
        return (System.nanoTime() - started) / 1e9;
    }

    boolean isOver() {
        return System.nanoTime() - started >= timeLimit.toNanos();
    }

    /** The prediction in words. */
    String predicted() {
        return binding.map(limit -> "predicted: %s at %,d"
                        .formatted(limit.name(), limit.allows().getAsLong()))
                .orElse("predicted: no limit");
    }

    /** Whether the count is near the prediction, or there is no prediction. */
    boolean isNear(long count) {
        return binding.isEmpty() || count >= 0.97 * binding.get().allows().getAsLong();
    }

    /** Reports a new count. */
    void count(long count) {
        long now = System.nanoTime();
        if (now - lastNanos < REPORT_NANOS) {
            return;
        }
        double rate = (count - lastCount) / ((now - lastNanos) / 1e9);
        lastCount = count;
        lastNanos = now;
        // short enough for one terminal line, which is redrawn; the prediction is printed above
        progress.count("%,d %s, %,.0f per second; %.0f s of %d left"
                .formatted(count, what, Math.max(0, rate), timeLimit.toSeconds() - seconds(), timeLimit.toSeconds()));
    }

    ProbeFailure outOfTime(long count) {
        return new ProbeFailure(
                ProbeFailure.Kind.OUT_OF_TIME,
                null,
                "stopped by --time-limit after %d s, at %,d %s; %s; raise --time-limit"
                        .formatted(timeLimit.toSeconds(), count, what, predicted()));
    }
}
