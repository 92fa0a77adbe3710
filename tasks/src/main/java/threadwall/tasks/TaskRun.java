package threadwall.tasks;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import threadwall.doctor.ThreadLimitMonitor;
import threadwall.doctor.ThreadLimitMonitor.Found;
import threadwall.process.ChildProcess;
import threadwall.process.Progress;
import threadwall.record.RecordLine;
import threadwall.record.TaskRecord;
import threadwall.tasks.ProcessSamples.AtRest;
import threadwall.tasks.TaskObserver.Seen;
import threadwall.tasks.TaskProgram.Kind;

/** Runs one program once and looks at it from outside until it ends, is refused one more task, or its time is over. */
final class TaskRun {

    private static final Duration LAST_LINES = Duration.ofSeconds(10);

    private final Path home;
    private final Path folder;
    private final TaskPlan plan;
    private final Duration limit;
    private final Progress progress;

    /** @param folder of this run of the program; it is there */
    TaskRun(Path home, Path folder, TaskPlan plan, Duration limit, Progress progress) {
        this.home = home;
        this.folder = folder;
        this.plan = plan;
        this.limit = limit;
        this.progress = progress;
    }

    /** @param runtime its versions */
    TaskRecord run(String runtime) throws IOException, InterruptedException {
        progress.phase("waiting until the kernel's memory stands still");
        var before = KernelMemorySettling.await();
        var watch = new ThreadLimitMonitor();
        var at = Instant.now();
        try (var looks = new ProcessSamples(folder);
                var child = ChildProcess.start(home, folder.resolve("program"), plan.command(), null)) {
            var output = ProgramOutput.of(child.output(), folder.resolve("program.out"));
            var seen = new TaskObserver(plan, limit, progress, child, output, looks, watch).toTheEnd();
            if (ChildProcess.shuttingDown()) {
                throw new InterruptedException();
            }
            output.awaitEnd(LAST_LINES);
            var ending = ending(child, output, looks, watch, seen);
            return record(at, runtime, before, looks, child.cpuSeconds(), seen, ending);
        }
    }

    private ProgramExit ending(
            ChildProcess child, ProgramOutput output, ProcessSamples looks, ThreadLimitMonitor watch, Seen seen)
            throws IOException {
        var printed = new ArrayList<>(output.lines());
        printed.addAll(ThreadLimitMonitor.reportIn(folder.resolve("hs_err.log")));
        int exitCode = child.isAlive() ? 0 : child.exitCode();
        var errors = StderrFile.lines(folder.resolve("program.err"));
        return new ProgramExit(
                plan.program(),
                plan.work(),
                printed,
                errors,
                exitCode,
                seen.stop(),
                seen.stopped() == null ? child.seconds() : seen.stopped(),
                found(seen, watch, exitCode, both(printed, errors)),
                plan.program().kind() == Kind.THREAD
                        ? watch.foretold(plan.work().tasks())
                        : Optional.empty(),
                looks.all(),
                plan.files(),
                plan.command());
    }

    /** What stopped it, if that was a limit. */
    private static Found found(Seen seen, ThreadLimitMonitor watch, int exitCode, List<String> said) {
        return switch (seen.stop()) {
            case REFUSED -> watch.refused(seen.refusal(), said);
            case ITS_END -> exitCode == 0 ? new Found(null, List.of()) : gone(watch, exitCode, said);
            case TIME, MEMORY -> new Found(null, List.of());
        };
    }

    /** One that was refused and had no more to sleep is gone before it was seen: what it said counts, not that it went. */
    private static Found gone(ThreadLimitMonitor watch, int exitCode, List<String> said) {
        return ProgramReport.in(said)
                .map(ProgramReport::failure)
                .map(words -> watch.refused(words, said))
                .orElseGet(() -> watch.gone(exitCode, said));
    }

    private static List<String> both(List<String> first, List<String> second) {
        var all = new ArrayList<>(first);
        all.addAll(second);
        return all;
    }

    private TaskRecord record(
            Instant at,
            String runtime,
            AtRest before,
            ProcessSamples looks,
            Optional<Double> cpuSeconds,
            Seen seen,
            ProgramExit ending) {
        var judged = TaskVerdict.of(ending);
        var work = plan.work();
        return new TaskRecord(
                RecordLine.SCHEMA,
                at,
                work.test().label(),
                plan.program().name(),
                runtime,
                plan.command(),
                plan.repeat(),
                work.tasks(),
                work.sleep() == null ? null : Double.valueOf(work.sleep().toMillis() / 1e3),
                work.entries(),
                work.arrival(),
                judged.outcome(),
                judged.reason(),
                judged.limit(),
                judged.because(),
                judged.predictedSeconds(),
                ending.seconds(),
                cpuSeconds.orElse(null),
                looks.stolenPercent(),
                ending.answer().map(ProgramReport::said).orElse(null),
                looks.memory(before, seen.pssBytes()),
                looks.thinned());
    }
}
