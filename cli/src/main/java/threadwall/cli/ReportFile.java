package threadwall.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import threadwall.record.RunFile;
import threadwall.report.html.Published;
import threadwall.report.html.Recipe;
import threadwall.report.html.Report;
import threadwall.report.html.Run;
import threadwall.report.html.Runs;
import threadwall.report.html.TaskReport;

/** Writes the report of runs, with the published figures that this project keeps beside them. */
final class ReportFile {

    private ReportFile() {}

    /** Where a run's report lies when nobody says otherwise. */
    static Path in(Path folder) {
        return folder.resolve(Report.NAME);
    }

    static void write(List<Run> runs, Path place, PrintWriter err) throws IOException {
        var page = TaskReport.hasTasks(runs) ? TaskReport.of(runs, published(err)) : Report.of(runs, recipe(err));
        OutputFile.write(place.toString(), page);
        err.println("report: " + place);
    }

    /** At the end of a run, whether it was finished or not: says why where there can be none, since the record is kept. */
    static boolean writeAtEnd(Path folder, PrintWriter err) {
        try {
            if (RunFile.in(folder).exists()) {
                var runs = Runs.read(List.of(folder), text -> {});
                if (Report.hasSteps(runs) || TaskReport.hasTasks(runs)) {
                    write(runs, in(folder), err);
                }
            }
            return true;
        } catch (IOException | RuntimeException e) { // of a record that nobody foresaw, say: the run is none the worse
            err.println("threadwall: no report: " + e.getMessage() + "; make it again: ./threadwall report " + folder);
            return false;
        }
    }

    private static Optional<Recipe> recipe(PrintWriter err) throws IOException {
        var file = Threadwall.home().resolve(Recipe.PLACE);
        if (!Files.exists(file)) {
            err.println("threadwall: " + Recipe.PLACE + " is missing: the report has no ratios of the recipe");
            return Optional.empty();
        }
        return Optional.of(Recipe.read(file));
    }

    private static Optional<Published> published(PrintWriter err) throws IOException {
        var file = Threadwall.home().resolve(Published.PLACE);
        if (!Files.exists(file)) {
            err.println("threadwall: " + Published.PLACE + " is missing: the report has no figures of others");
            return Optional.empty();
        }
        return Optional.of(Published.read(file));
    }
}
