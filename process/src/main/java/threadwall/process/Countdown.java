package threadwall.process;

import java.util.function.Supplier;

/** A phase of a step that is told once a second, with the time that it has left. */
public final class Countdown {

    private static final long TELL_EVERY_NANOS = 1_000_000_000;

    private final Progress progress;
    private final String certainty;
    private final double seconds;
    private final long started = System.nanoTime();
    private long told = started - TELL_EVERY_NANOS;

    private Countdown(Progress progress, String certainty, double seconds) {
        this.progress = progress;
        this.certainty = certainty;
        this.seconds = seconds;
    }

    /** Of a phase that takes so long. */
    public static Countdown of(Progress progress, double seconds) {
        return new Countdown(progress, "", seconds);
    }

    /** Of a phase that is over by then, perhaps before. */
    public static Countdown atMost(Progress progress, double seconds) {
        return new Countdown(progress, "at most ", seconds);
    }

    /** Seconds left; negative when it takes longer. */
    public double left() {
        return seconds - (System.nanoTime() - started) / 1e9;
    }

    /** @param what it is at, asked for only when it is time to tell */
    public void tell(Supplier<String> what) {
        long now = System.nanoTime();
        if (now - told >= TELL_EVERY_NANOS) {
            told = now;
            progress.phase(text(what.get(), certainty, left()));
        }
    }

    public void tell(String what) {
        tell(() -> what);
    }

    /** @param left seconds; {@code null} where nothing is known */
    public static String text(String what, String certainty, Double left) {
        return left == null || left < 0.5 ? what : "%s, %s%.0f s left".formatted(what, certainty, left);
    }
}
