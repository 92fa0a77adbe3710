package threadwall.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import threadwall.record.RunFile;
import threadwall.report.Shell;

/** As this JVM ends before its run did (Ctrl-C, mostly): what to do with it, and a report of what there is. */
final class Unfinished {

    private final Thread hook;

    private Unfinished(Thread hook) {
        this.hook = hook;
    }

    /** How to go on with a sweep. */
    static Unfinished sweep(Path folder, PrintWriter err) {
        var resume = List.of("./threadwall", "sweep", "--resume", folder.toString());
        return unlessDone(folder, "go on with it: " + Shell.line(resume), err);
    }

    /** @param next what can be done; nothing is said while the folder holds no plan yet */
    static Unfinished unlessDone(Path folder, String next, PrintWriter err) {
        return unlessDone(() -> {
            if (RunFile.in(folder).exists()) {
                err.println("threadwall: the run is not finished; " + next);
                ReportFile.writeAtEnd(folder, err);
                err.flush();
            }
        });
    }

    /** @param next what can be done */
    static Unfinished unlessDone(String next, PrintWriter err) {
        return unlessDone(() -> {
            err.println("threadwall: this is not finished; " + next);
            err.flush();
        });
    }

    /** @param say what there is to say */
    static Unfinished unlessDone(Runnable say) {
        var hook = new Thread(say, "say-what-is-left");
        Runtime.getRuntime().addShutdownHook(hook);
        return new Unfinished(hook);
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
