package threadwall.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import threadwall.record.RunFile;
import threadwall.report.html.CapacityReport;
import threadwall.report.html.PublishedRecipe;
import threadwall.report.html.PublishedTasks;
import threadwall.report.html.RecordedRun;
import threadwall.report.html.RunReader;
import threadwall.report.html.SweepReport;
import threadwall.report.html.TaskReport;

/** Writes the HTML report of runs, with the published figures of this project. */
final class ReportFile {

    private ReportFile() {}

    /** The default place of a run's report. */
    static Path in(Path folder) {
        return folder.resolve(SweepReport.NAME);
    }

    static void write(List<RecordedRun> runs, Path place, PrintWriter err) throws IOException {
        OutputFile.write(place.toString(), page(runs, err));
        err.println("report: " + place);
    }

    /** At the end of a run, finished or not. When no report can be made it says why; the record is kept anyway. */
    static boolean writeAtEnd(Path folder, PrintWriter err) {
        try {
            if (RunFile.in(folder).exists()) {
                var runs = RunReader.read(List.of(folder), text -> {});
                if (SweepReport.hasSteps(runs) || TaskReport.hasTasks(runs)) {
                    write(runs, in(folder), err);
                }
            }
            return true;
        } catch (IOException | RuntimeException e) { // a bug in the report must not fail the run
            err.println("threadwall: no report: " + e.getMessage() + "; try again: ./threadwall report " + folder);
            return false;
        }
    }

    /** A file of published figures. */
    @FunctionalInterface
    private interface Reader<T> {
        T read(Path file) throws IOException;
    }

    /** @param lacks what the report lacks without this file */
    private static <T> Optional<T> kept(Path place, Reader<T> reader, String lacks, PrintWriter err)
            throws IOException {
        var file = Threadwall.home().resolve(place);
        if (!Files.exists(file)) {
            err.println("threadwall: %s is missing, so the report has no %s".formatted(place, lacks));
            return Optional.empty();
        }
        return Optional.of(reader.read(file));
    }

    private static String page(List<RecordedRun> runs, PrintWriter err) throws IOException {
        if (TaskReport.hasTasks(runs)) {
            return TaskReport.of(
                    runs, kept(PublishedTasks.PLACE, PublishedTasks::read, "published figures of tasks", err));
        }
        if (CapacityReport.hasTrials(runs)) {
            return CapacityReport.of(runs);
        }
        return SweepReport.of(runs, kept(PublishedRecipe.PLACE, PublishedRecipe::read, "published ramp-down", err));
    }
}
