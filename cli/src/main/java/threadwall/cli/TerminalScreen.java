package threadwall.cli;

import java.io.PrintWriter;
import java.util.List;

/**
 * The terminal's alternate screen, drawn over in place. Each drawing is one write between the marks of a synchronized update,
 * which terminals that do not know them ignore, and nothing is erased before it is drawn over: no flicker. When it ends, by
 * Ctrl-C too, the terminal is as it was, with the last drawing below.
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

    /** @param lines shorter than the terminal is wide, so that its cursor never waits behind the last column */
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
            // this JVM ends at the same moment, and the terminal is restored already
        }
    }
}
