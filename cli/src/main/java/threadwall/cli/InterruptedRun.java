package threadwall.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import threadwall.record.RunFile;
import threadwall.report.ShellQuoting;

/** As this JVM ends before its run did (Ctrl-C, mostly): what to do with it, and a report of what there is. */
final class InterruptedRun {

    private final Thread hook;

    private InterruptedRun(Thread hook) {
        this.hook = hook;
    }

    /** How to go on with a sweep. */
    static InterruptedRun sweep(Path folder, PrintWriter err) {
        var resume = List.of("./threadwall", "sweep", "--resume", folder.toString());
        return unlessDone(folder, "go on with it: " + ShellQuoting.line(resume), err);
    }

    /** @param next what can be done; nothing is said while the folder holds no plan yet */
    static InterruptedRun unlessDone(Path folder, String next, PrintWriter err) {
        return unlessDone(() -> {
            if (RunFile.in(folder).exists()) {
                err.println("threadwall: the run is not finished; " + next);
                ReportFile.writeAtEnd(folder, err);
                err.flush();
            }
        });
    }

    /** @param next what can be done */
    static InterruptedRun unlessDone(String next, PrintWriter err) {
        return unlessDone(() -> {
            err.println("threadwall: this is not finished; " + next);
            err.flush();
        });
    }

    /** @param say what there is to say */
    static InterruptedRun unlessDone(Runnable say) {
        var hook = new Thread(say, "say-what-is-left");
        Runtime.getRuntime().addShutdownHook(hook);
        return new InterruptedRun(hook);
    }

    /** The run is done. */
    void done() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // this JVM ends at the same moment; the line is printed, and nothing is left to do
        }
    }
}
