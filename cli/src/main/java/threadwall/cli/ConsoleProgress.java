package threadwall.cli;

import java.io.PrintWriter;
import threadwall.process.Progress;

/**
 * Progress on standard error: one line that is redrawn on a terminal, plain lines elsewhere, or when NO_COLOR is set or
 * TERM is dumb.
 */
final class ConsoleProgress implements Progress, AutoCloseable {

    private static final String ERASE_LINE = "\r\u001b[K";

    private static final long COUNT_EVERY_NANOS = 5_000_000_000L;

    private final PrintWriter err;
    private final boolean redraw;
    private String title = "";
    private String lastPhase = "";
    private String lastCount = "";
    private long stepStarted;
    private long lastCountPrinted = System.nanoTime();

    ConsoleProgress(PrintWriter err) {
        this.err = err;
        this.redraw = System.console() != null && System.console().isTerminal() && Terminal.allowsControlCodes();
    }

    @Override
    public void note(String text) {
        line(text);
    }

    @Override
    public void step(int number, int of, String what, Double secondsLeft) {
        title = "[%d/%d] %s".formatted(number, of, what);
        stepStarted = System.nanoTime();
        lastPhase = "";
        var left = secondsLeft == null ? "" : " (about %s left)".formatted(duration(secondsLeft));
        if (redraw) {
            title += left;
        } else {
            line(title + left);
        }
    }

    @Override
    public void phase(String text) {
        if (redraw) {
            err.print(ERASE_LINE + title + ": " + text);
            err.flush();
        } else if (!kind(text).equals(kind(lastPhase))) {
            // a change of the numbers alone gets no new line
            line("  " + text);
        }
        lastPhase = text;
    }

    /** Redrawn on a terminal; elsewhere printed from time to time, if it has changed. */
    @Override
    public void count(String text) {
        if (redraw) {
            err.print(ERASE_LINE + text);
            err.flush();
        } else if (!text.equals(lastCount) && System.nanoTime() - lastCountPrinted >= COUNT_EVERY_NANOS) {
            lastCountPrinted = System.nanoTime();
            lastCount = text;
            line("  " + text);
        }
    }

    @Override
    public void done(String text) {
        line("%s: %s, %s".formatted(title, text, duration((System.nanoTime() - stepStarted) / 1e9)));
    }

    private void line(String text) {
        err.println(redraw ? ERASE_LINE + text : text);
        err.flush();
    }

    /** The part of a phase's text in front of its numbers. */
    private static String kind(String phase) {
        return phase.split("[:,] ", 2)[0];
    }

    /** {@code 45 s} or {@code 3 min 05 s}. */
    static String duration(double seconds) {
        long whole = Math.round(seconds);
        return whole < 60 ? whole + " s" : "%d min %02d s".formatted(whole / 60, whole % 60);
    }

    @Override
    public void close() {
        if (redraw) {
            err.print(ERASE_LINE);
            err.flush();
        }
    }
}
