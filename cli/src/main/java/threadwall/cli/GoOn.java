package threadwall.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import threadwall.record.RunFile;
import threadwall.report.Shell;

/** As this JVM ends before its sweep did (Ctrl-C, mostly): how to go on with it, and a report of what there is. */
final class GoOn {

    private final Thread hook;

    private GoOn(Thread hook) {
        this.hook = hook;
    }

    /** @param folder of the run; nothing is said while it holds no plan yet */
    static GoOn unlessDone(Path folder, PrintWriter err) {
        var hook = new Thread(
                () -> {
                    if (RunFile.in(folder).exists()) {
                        err.println("threadwall: the run is not finished; go on with it: "
                                + Shell.line(List.of("./threadwall", "sweep", "--resume", folder.toString())));
                        ReportFile.writeAtEnd(folder, err);
                        err.flush();
                    }
                },
                "say-how-to-go-on");
        Runtime.getRuntime().addShutdownHook(hook);
        return new GoOn(hook);
    }

    /** The sweep is done. */
    void done() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // this JVM ends at the same moment; the line is printed, and --resume finds nothing left to do
        }
    }
}
