package threadwall.doctor;

import java.time.Duration;
import java.util.Optional;
import threadwall.limits.Diagnosis;
import threadwall.limits.LimitAssessment;
import threadwall.process.Progress;

/** The line that says how far a probe has counted, and the end of its time. */
final class ProbeProgress {

    private static final long TELL_EVERY_NANOS = 500_000_000;

    private final String what;
    private final Optional<LimitAssessment> binding;
    private final Duration bound;
    private final Progress progress;
    private final long started = System.nanoTime();
    private long lastCount;
    private long lastNanos = started;

    /** @param what is counted: "threads" */
    ProbeProgress(String what, Diagnosis foretold, Duration bound, Progress progress) {
        this.what = what;
        this.binding = foretold.binding();
        this.bound = bound;
        this.progress = progress;
        progress.note(predicted());
    }

    double seconds() {
        return (System.nanoTime() - started) / 1e9;
    }

    boolean isOver() {
        return System.nanoTime() - started >= bound.toNanos();
    }

    /** The prediction, as far as there is one. */
    String predicted() {
        return binding.map(wall -> "predicted: %s at %,d"
                        .formatted(wall.limit(), wall.allows().getAsLong()))
                .orElse("predicted: no limit");
    }

    /** Whether the prediction says that the wall is near, or there is none to say so. */
    boolean isNear(long count) {
        return binding.isEmpty() || count >= 0.97 * binding.get().allows().getAsLong();
    }

    /** Tells a new count. */
    void tell(long count) {
        long now = System.nanoTime();
        if (now - lastNanos < TELL_EVERY_NANOS) {
            return;
        }
        double rate = (count - lastCount) / ((now - lastNanos) / 1e9);
        lastCount = count;
        lastNanos = now;
        // short enough for one line of a terminal, which is redrawn; the prediction stands above
        progress.count("%,d %s, %,.0f a second; %.0f s of %d left"
                .formatted(count, what, Math.max(0, rate), bound.toSeconds() - seconds(), bound.toSeconds()));
    }

    ProbeFailure outOfTime(long count) {
        return new ProbeFailure(
                ProbeFailure.Kind.OUT_OF_TIME,
                null,
                "stopped by time, after %d s at %,d %s; %s; give it more by --limit"
                        .formatted(bound.toSeconds(), count, what, predicted()));
    }
}
