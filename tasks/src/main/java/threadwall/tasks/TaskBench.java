package threadwall.tasks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import threadwall.process.ChildProcess;
import threadwall.process.Progress;
import threadwall.record.RecordLine;
import threadwall.record.RunFile;
import threadwall.record.TaskRecord;
import threadwall.record.TaskRecord.Outcome;
import threadwall.record.TaskRecord.Result;
import threadwall.record.TaskRecord.Times;
import threadwall.tasks.TaskWorkload.Test;
import threadwall.tasks.Toolchain.State;

/**
 * Builds the programs and runs plans one after the other; each record is on disk before the next run begins.
 *
 * @param folder the run's own, whose record has the run's line already
 * @param limit how long a program may take
 */
public record TaskBench(Path home, Path folder, Duration limit, Progress progress) {

    /**
     * @param install whether to fetch toolchains that are missing
     * @return the records, in the order of the plans
     */
    public List<TaskRecord> run(List<TaskPlan> plans, boolean install) throws IOException, InterruptedException {
        var programs = plans.stream().map(TaskPlan::program).distinct().toList();
        var test = plans.getFirst().workload().test();
        var toolchains = Toolchains.build(home, folder, test, programs, install, progress);
        var file = RunFile.in(folder);
        var records = new ArrayList<TaskRecord>();
        long started = System.nanoTime();
        for (var plan : plans) {
            var left = secondsLeft(started, records.size(), plans);
            progress.step(plan.number(), plans.size(), plan.title(), left);
            var record = run(plan, toolchains.of(plan.program()));
            records.add(record);
            file.append(record);
            progress.done(summary(record));
        }
        return records;
    }

    /** From the average of the finished runs, but at least the minimum time of the rest. */
    private static Double secondsLeft(long started, int finished, List<TaskPlan> plans) {
        var average = Progress.secondsLeft(started, finished, plans.size());
        double minimum = plans.subList(finished, plans.size()).stream()
                        .mapToLong(plan -> plan.workload().minimumTime().toMillis())
                        .sum()
                / 1e3;
        return average == null ? null : Double.valueOf(Math.max(average, minimum));
    }

    private TaskRecord run(TaskPlan plan, Toolchain toolchain) throws IOException, InterruptedException {
        if (toolchain.state() != State.READY) {
            return notRun(plan, toolchain);
        }
        var files = folder.resolve("tasks").resolve(Path.of(plan.files()).getFileName());
        Files.createDirectories(files);
        var record = new TaskRun(home, files, plan, limit, progress).run(toolchain.text());
        if (ChildProcess.shuttingDown()) {
            throw new InterruptedException();
        }
        return record;
    }

    private static TaskRecord notRun(TaskPlan plan, Toolchain toolchain) {
        return new TaskRecord(
                RecordLine.SCHEMA,
                Instant.now(),
                plan.inRecord(null),
                toolchain.state() == State.MISSING
                        ? Result.of(Outcome.MISSING, toolchain.text())
                        : Result.of(Outcome.FAILED, "not built: " + toolchain.text()),
                Times.NONE,
                null,
                null,
                List.of());
    }

    private static String summary(TaskRecord record) {
        var result = record.result();
        var said = record.said();
        if (result.outcome() != Outcome.OK) {
            return "%s%s%s"
                    .formatted(
                            result.outcome().name().toLowerCase(),
                            result.limit() == null ? "" : " (" + result.limit() + ")",
                            result.reason() == null ? "" : ": " + result.reason());
        }
        var reason = result.reason() == null ? "" : ", " + result.reason();
        var done =
                switch (Test.named(record.plan().test())) {
                    case SLEEP ->
                        (record.bytesPerTask() == null ? "ok" : "%,.0f bytes per task".formatted(record.bytesPerTask()))
                                + (said.latestWakeUpMillis() == null
                                        ? ""
                                        : ", latest wake-up %,.0f ms late".formatted(said.latestWakeUpMillis()));
                    case HASHMAP -> "all done in %,.0f ms".formatted(said.totalMillis());
                    case RING -> "%,.0f messages a second".formatted(record.messagesPerSecond());
                };
        return done + reason;
    }
}
