package threadwall.process;

import java.util.function.Supplier;

/** Reports a phase of a step once a second, with the time left. */
public final class Countdown {

    private static final long REPORT_EVERY_NANOS = 1_000_000_000;

    private final Progress progress;
    private final String certainty;
    private final double seconds;
    private final long started = System.nanoTime();
    private long lastReport = started - REPORT_EVERY_NANOS;

    private Countdown(Progress progress, String certainty, double seconds) {
        this.progress = progress;
        this.certainty = certainty;
        this.seconds = seconds;
    }

    /** For a phase of that duration. */
    public static Countdown of(Progress progress, double seconds) {
        return new Countdown(progress, "", seconds);
    }

    /** For a phase that may end earlier. */
    public static Countdown atMost(Progress progress, double seconds) {
        return new Countdown(progress, "at most ", seconds);
    }

    /** Seconds left; negative once the phase takes longer than expected. */
    public double left() {
        return seconds - (System.nanoTime() - started) / 1e9;
    }

    /** @param what the phase is doing; evaluated only when a report is due */
    public void report(Supplier<String> what) {
        long now = System.nanoTime();
        if (now - lastReport >= REPORT_EVERY_NANOS) {
            lastReport = now;
            progress.phase(text(what.get(), certainty, left()));
        }
    }

    public void report(String what) {
        report(() -> what);
    }

    /** @param left seconds; {@code null} when it cannot be estimated */
    public static String text(String what, String certainty, Double left) {
        return left == null || left < 0.5 ? what : "%s, %s%.0f s left".formatted(what, certainty, left);
    }
}
