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
import threadwall.tasks.TaskWorkload.Test;
import threadwall.tasks.Toolchain.State;

/** Runs plans one after the other, after the programs were built; each is on disk when the next begins. */
public final class TaskBench {

    private final Path home;
    private final Path folder;
    private final Duration limit;
    private final RunFile file;
    private final Progress progress;

    /**
     * @param folder the run's own, which has its run's line already
     * @param limit how long a program may take
     */
    public TaskBench(Path home, Path folder, Duration limit, Progress progress) {
        this.home = home;
        this.folder = folder;
        this.limit = limit;
        this.file = RunFile.in(folder);
        this.progress = progress;
    }

    /**
     * @param install whether to fetch toolchains that are missing
     * @return the records, in the order of the plans
     */
    public List<TaskRecord> run(List<TaskPlan> plans, boolean install) throws IOException, InterruptedException {
        var programs = plans.stream().map(TaskPlan::program).distinct().toList();
        var test = plans.getFirst().work().test();
        var toolchains = Toolchains.build(home, folder, test, programs, install, progress);
        var records = new ArrayList<TaskRecord>();
        long started = System.nanoTime();
        for (var plan : plans) {
            var left = left(started, records.size(), plans);
            progress.step(plan.number(), plans.size(), plan.title(), left);
            var record = run(plan, toolchains.of(plan.program()));
            records.add(record);
            file.append(record);
            progress.done(summary(record));
        }
        return records;
    }

    /** As long as those before took on average, but no shorter than what is left cannot but take. */
    private static Double left(long started, int finished, List<TaskPlan> plans) {
        var average = Progress.secondsLeft(started, finished, plans.size());
        double least = plans.subList(finished, plans.size()).stream()
                        .mapToLong(plan -> plan.work().least().toMillis())
                        .sum()
                / 1e3;
        return average == null ? null : Double.valueOf(Math.max(average, least));
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
        var work = plan.work();
        return new TaskRecord(
                RecordLine.SCHEMA,
                Instant.now(),
                work.test().label(),
                plan.program().name(),
                null,
                plan.command(),
                plan.repeat(),
                work.tasks(),
                work.sleep() == null ? null : Double.valueOf(work.sleep().toMillis() / 1e3),
                work.entries(),
                work.arrival(),
                toolchain.state() == State.MISSING ? Outcome.MISSING : Outcome.FAILED,
                toolchain.state() == State.MISSING ? toolchain.text() : "not built: " + toolchain.text(),
                null,
                List.of(),
                null,
                null,
                null,
                null,
                null,
                null,
                List.of());
    }

    private static String summary(TaskRecord record) {
        if (record.outcome() != Outcome.OK) {
            return "%s%s%s"
                    .formatted(
                            record.outcome().name().toLowerCase(),
                            record.limit() == null ? "" : " (" + record.limit() + ")",
                            record.reason() == null ? "" : ": " + record.reason());
        }
        var reason = record.reason() == null ? "" : ", " + record.reason();
        return record.test().equals(Test.SLEEP.label())
                ? "%s%s%s"
                        .formatted(
                                record.bytesPerTask() == null
                                        ? "ok"
                                        : "%,.0f bytes a task".formatted(record.bytesPerTask()),
                                record.said().latestWakeUpMillis() == null
                                        ? ""
                                        : ", the latest %,.0f ms late"
                                                .formatted(record.said().latestWakeUpMillis()),
                                reason)
                : "all done in %,.0f ms%s".formatted(record.said().totalMillis(), reason);
    }
}
