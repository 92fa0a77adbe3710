package threadwall.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import threadwall.record.RunFile;
import threadwall.report.ShellQuoting;

/**
 * Prints how to continue when this JVM ends before its run has finished, mostly by Ctrl-C, and writes a report of what
 * was measured.
 */
final class InterruptedRun {

    private final Thread hook;

    private InterruptedRun(Thread hook) {
        this.hook = hook;
    }

    /** For a command that can resume its run. */
    static InterruptedRun of(String command, Path folder, PrintWriter err) {
        var resume = List.of("./threadwall", command, "--resume", folder.toString());
        return unlessDone(folder, "continue it with " + ShellQuoting.line(resume), err);
    }

    /** @param next what the user can do; printed only once the folder holds a plan */
    static InterruptedRun unlessDone(Path folder, String next, PrintWriter err) {
        return unlessDone(() -> {
            if (RunFile.in(folder).exists()) {
                err.println("threadwall: the run is not finished; " + next);
                ReportFile.writeAtEnd(folder, err);
                err.flush();
            }
        });
    }

    /** @param next what the user can do */
    static InterruptedRun unlessDone(String next, PrintWriter err) {
        return unlessDone(() -> {
            err.println("threadwall: the load is not finished; " + next);
            err.flush();
        });
    }

    /** @param message prints the message */
    static InterruptedRun unlessDone(Runnable say) {
        var hook = new Thread(say, "say-what-is-left");
        Runtime.getRuntime().addShutdownHook(hook);
        return new InterruptedRun(hook);
    }

    /** The run has finished: print nothing. */
    void done() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // this JVM is ending, and the message is printed already
        }
    }
}
