package threadwall.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.time.ZoneId;
import threadwall.record.RunFile;
import threadwall.record.WatchRecord;
import threadwall.report.WatchHistory;
import threadwall.report.WatchLines;
import threadwall.report.WatchText;

/** Shows samples. */
sealed interface WatchView extends AutoCloseable {

    /**
     * Shows a sample.
     *
     * @param emptyMessage shown when the sample has no process
     */
    void show(WatchRecord sample, String emptyMessage) throws IOException;

    @Override
    default void close() throws IOException {}

    /** Redrawn in place on a terminal. */
    record Redrawn(TerminalScreen terminalScreen, WatchHistory history) implements WatchView {

        Redrawn(PrintWriter out) {
            this(new TerminalScreen(out), new WatchHistory());
        }

        @Override
        public void show(WatchRecord sample, String emptyMessage) {
            history.add(sample);
            Terminal.ofStdout()
                    .ifPresent(
                            terminal -> terminalScreen.draw(WatchText.render(history, screen(terminal), emptyMessage)));
        }

        private static WatchText.Screen screen(Terminal terminal) {
            // the last column stays empty: see TerminalScreen.draw
            return new WatchText.Screen(
                    Math.max(1, terminal.columns() - 1), terminal.rows(), Terminal.shows('█'), ZoneId.systemDefault());
        }

        @Override
        public void close() {
            terminalScreen.close();
        }
    }

    /** Another view, with each sample as a line of JSON in a file. */
    record AlsoJson(WatchView view, Writer file) implements WatchView {

        @Override
        public void show(WatchRecord sample, String emptyMessage) throws IOException {
            file.write(RunFile.json(sample) + "\n");
            file.flush();
            view.show(sample, emptyMessage);
        }

        @Override
        public void close() throws IOException {
            view.close();
            file.close();
        }
    }

    /** Plain lines on standard output; messages go to standard error, once. */
    final class Plain implements WatchView {
        private final PrintWriter out;
        private final PrintWriter err;
        private final boolean json;
        private boolean headerPrinted;
        private boolean messagePrinted;

        Plain(PrintWriter out, PrintWriter err, boolean json) {
            this.out = out;
            this.err = err;
            this.json = json;
        }

        @Override
        public void show(WatchRecord sample, String emptyMessage) {
            if (!messagePrinted && sample.processes().isEmpty()) {
                err.println("threadwall: " + emptyMessage);
                err.flush();
            }
            messagePrinted = sample.processes().isEmpty();
            if (json) {
                out.println(RunFile.json(sample));
            } else if (!messagePrinted) {
                out.print((headerPrinted ? "" : WatchLines.head()) + WatchLines.of(sample, ZoneId.systemDefault()));
                headerPrinted = true;
            }
            out.flush();
        }
    }
}
