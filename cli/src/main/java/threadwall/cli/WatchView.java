package threadwall.cli;

import java.io.PrintWriter;
import java.time.ZoneId;
import threadwall.record.RunFile;
import threadwall.record.WatchRecord;
import threadwall.report.WatchHistory;
import threadwall.report.WatchLines;
import threadwall.report.WatchText;

/** Where looks are shown. */
sealed interface WatchView extends AutoCloseable {

    /** Shows a look, after all before it; {@code nothing} is what to say of one that sees no process. */
    void show(WatchRecord look, String nothing);

    @Override
    default void close() {}

    /** Drawn over on a terminal. */
    record Drawn(TerminalScreen canvas, WatchHistory history) implements WatchView {

        Drawn(PrintWriter out) {
            this(new TerminalScreen(out), new WatchHistory());
        }

        @Override
        public void show(WatchRecord look, String nothing) {
            history.add(look);
            Terminal.ofStdout()
                    .ifPresent(terminal -> canvas.draw(WatchText.render(history, screen(terminal), nothing)));
        }

        private static WatchText.Screen screen(Terminal terminal) {
            // the last column stays empty: see Canvas.draw
            return new WatchText.Screen(
                    Math.max(1, terminal.columns() - 1), terminal.rows(), Terminal.shows('█'), ZoneId.systemDefault());
        }

        @Override
        public void close() {
            canvas.close();
        }
    }

    /** Plain lines on standard output; what there is to say beside them goes to standard error, once. */
    final class Plain implements WatchView {
        private final PrintWriter out;
        private final PrintWriter err;
        private final boolean json;
        private boolean headed;
        private boolean told;

        Plain(PrintWriter out, PrintWriter err, boolean json) {
            this.out = out;
            this.err = err;
            this.json = json;
        }

        @Override
        public void show(WatchRecord look, String nothing) {
            if (!told && look.processes().isEmpty()) {
                err.println("threadwall: " + nothing);
                err.flush();
            }
            told = look.processes().isEmpty();
            if (json) {
                out.println(RunFile.json(look));
            } else if (!told) {
                out.print((headed ? "" : WatchLines.head()) + WatchLines.of(look, ZoneId.systemDefault()));
                headed = true;
            }
            out.flush();
        }
    }
}
