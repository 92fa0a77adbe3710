package threadwall.cli;

import java.io.PrintWriter;
import java.util.List;

/**
 * The terminal's alternate screen, redrawn in place. Each drawing is a single write within a synchronized update, which
 * other terminals ignore, and nothing is erased before it is overwritten, so it does not flicker. At the end, also by
 * Ctrl-C, the terminal is restored, with the last drawing below.
 */
final class TerminalScreen implements AutoCloseable {

    private static final String ENTER = "\u001b[?1049h\u001b[?25l";
    private static final String LEAVE = "\u001b[?25h\u001b[?1049l";
    private static final String BEGIN = "\u001b[?2026h\u001b[H";
    private static final String END = "\u001b[J\u001b[?2026l";
    private static final String REST_OF_LINE = "\u001b[K";

    private final PrintWriter out;
    private final Thread hook = new Thread(this::leave, "restore-the-terminal");
    private List<String> last = List.of();
    private boolean left;

    TerminalScreen(PrintWriter out) {
        this.out = out;
        Runtime.getRuntime().addShutdownHook(hook);
        out.print(ENTER);
        out.flush();
    }

    /** @param lines shorter than the terminal's width, so that the cursor is never pending after the last column */
    synchronized void draw(List<String> lines) {
        if (left) {
            return;
        }
        last = lines;
        out.print(BEGIN + String.join(REST_OF_LINE + "\r\n", lines) + REST_OF_LINE + END);
        out.flush();
    }

    private synchronized void leave() {
        if (!left) {
            left = true;
            out.print(LEAVE);
            last.forEach(out::println);
            out.flush();
        }
    }

    @Override
    public void close() {
        leave();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // this JVM is ending, and the terminal is restored already
        }
    }
}
