package threadwall.loadgen.sweep.step;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import threadwall.loadgen.testbed.Provenance;
import threadwall.loadgen.testbed.ServerCatalog;
import threadwall.loadgen.testbed.database.DatabaseProvider;
import threadwall.loadgen.testbed.database.SharedDatabase;
import threadwall.process.ChildProcess;
import threadwall.process.PreconditionException;
import threadwall.process.Progress;
import threadwall.record.RunFile;
import threadwall.record.StepNames;
import threadwall.record.StepPlan;
import threadwall.record.StepRecord;

/**
 * Runs a plan and appends a record after each step, so a killed sweep keeps every finished step.
 *
 * @param folder the run's own, which must exist
 * @param databases opened if a step needs one, and closed at the end
 * @param profile whether to profile the servers under load
 */
public record SweepRunner(Path home, Path folder, DatabaseProvider databases, boolean profile, Progress progress) {

    /**
     * Runs the steps that are {@linkplain #left left}.
     *
     * @param command the arguments of {@code ./threadwall}, as typed
     * @param each receives all records of the run so far: those already in the folder, if any, then after each step
     * @return all records of the run
     * @throws InterruptedException when this JVM is terminated during a step, which then has no record
     */
    public List<StepRecord> run(List<StepPlan> steps, List<String> command, Consumer<List<StepRecord>> each)
            throws PreconditionException, IOException, InterruptedException {
        var records = new ArrayList<StepRecord>();
        var file = RunFile.in(folder);
        if (file.exists()) {
            var found = file.read();
            found.skipped().forEach(progress::note);
            records.addAll(found.steps());
        }
        if (!records.isEmpty()) {
            each.accept(records);
        }
        var left = left(steps, records);
        if (left.isEmpty()) {
            return records;
        }
        records.removeIf(StepRecord::isToBeRepeated);
        file.append(Provenance.run(home, command, steps));
        try (databases) {
            var database = left.stream().anyMatch(ServerCatalog::usesPostgres)
                    ? Optional.of(databases.open(left))
                    : Optional.<SharedDatabase>empty();
            long started = System.nanoTime();
            var shownNotes = new HashSet<String>();
            var names = StepNames.of(steps);
            for (int i = 0; i < left.size(); i++) {
                var step = left.get(i);
                var title = title(step, names);
                progress.step(step.number(), steps.size(), title, Progress.secondsLeft(started, i, left.size()));
                step.expect().stream().filter(shownNotes::add).forEach(progress::note);
                var itsDatabase = database.filter(any -> ServerCatalog.usesPostgres(step));
                var stepFolder = StepRunner.createFolder(folder, step);
                var record = new StepRunner(home, stepFolder, step, itsDatabase, profile, progress).run();
                if (ChildProcess.shuttingDown()) {
                    // Ctrl-C aborted the step, so it did not fail; --resume runs it again
                    throw new InterruptedException();
                }
                file.append(record);
                records.add(record);
                progress.done(summary(record));
                each.accept(records);
            }
        }
        return records;
    }

    /** Those that have no record yet, or are {@linkplain StepRecord#isToBeRepeated() to be repeated}. */
    public static List<StepPlan> left(List<StepPlan> steps, List<StepRecord> records) {
        var done = records.stream()
                .filter(record -> !record.isToBeRepeated())
                .map(record -> record.asked().number())
                .collect(Collectors.toSet());
        return steps.stream().filter(step -> !done.contains(step.number())).toList();
    }

    private static String title(StepPlan step, StepNames names) {
        return "%s, %s%,d connections%s%s"
                .formatted(
                        names.of(step),
                        step.load().rate() == null
                                ? ""
                                : "%,d requests/s, up to ".formatted(step.load().rate()),
                        step.load().concurrency(),
                        step.data().dataSize() == null
                                ? ""
                                : ", %d %% of memory"
                                        .formatted(step.data().dataSize().percent()),
                        step.repeat() > 1 ? ", repeat %d".formatted(step.repeat()) : "");
    }

    private static String summary(StepRecord record) {
        var load = record.load();
        return switch (record.outcome()) {
            case OK -> load.requestsPerSecond() == null ? "ok" : "%,.0f requests/s".formatted(load.requestsPerSecond());
            case FAILED_REQUESTS, WRONG_ANSWERS, FAILED ->
                "%s: %s".formatted(record.outcome().name().toLowerCase().replace('_', ' '), record.reason());
        };
    }
}
