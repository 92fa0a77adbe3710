package threadwall.tasks;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import threadwall.probes.LimitAttribution;
import threadwall.probes.ThreadLimitMonitor;
import threadwall.process.ChildProcess;
import threadwall.process.MemorySettling;
import threadwall.process.Progress;
import threadwall.record.RecordLine;
import threadwall.record.TaskRecord;
import threadwall.record.TaskRecord.Times;
import threadwall.tasks.TaskObservation.End;
import threadwall.tasks.TaskObserver.Ended;

/**
 * Runs one program once and samples it from outside until it ends, is refused one more task, or its time is over.
 *
 * @param folder of this run of the program; it exists
 */
record TaskRun(Path home, Path folder, TaskPlan plan, Duration limit, Progress progress) {

    private static final Duration OUTPUT_TIMEOUT = Duration.ofSeconds(10);

    /** @param runtime its versions */
    TaskRecord run(String runtime) throws IOException, InterruptedException {
        progress.phase("waiting until the kernel's memory is steady");
        var kernel = MemorySettling.ofKernel();
        var monitor = new ThreadLimitMonitor();
        var others = OtherProcesses.since();
        var at = Instant.now();
        try (var samples = new ProcessSamples(folder);
                var child = ChildProcess.start(home, folder.resolve("program"), plan.command(), null)) {
            var output = ProgramOutput.of(child.output(), folder.resolve("program.out"));
            var ended = new TaskObserver(plan, limit, progress, child, output, samples, monitor).untilItEnds();
            if (ChildProcess.shuttingDown()) {
                throw new InterruptedException();
            }
            output.awaitEnd(OUTPUT_TIMEOUT);
            var run = observation(child, output, samples, monitor, ended);
            return new TaskRecord(
                    RecordLine.SCHEMA,
                    at,
                    plan.inRecord(runtime),
                    OutcomeClassifier.classify(run, MemoryReserve.bytes()).result(),
                    new Times(
                            run.seconds(),
                            child.cpuSeconds().orElse(null),
                            samples.stolenPercent(),
                            others.percent(child.cpuSeconds().orElse(null))),
                    run.report().map(ProgramReport::said).orElse(null),
                    samples.memory(kernel, ended.pssBytes()),
                    samples.thinned());
        }
    }

    private TaskObservation observation(
            ChildProcess child, ProgramOutput output, ProcessSamples samples, ThreadLimitMonitor monitor, Ended ended)
            throws IOException {
        var printed = both(output.lines(), ThreadLimitMonitor.errorReport(folder.resolve("hs_err.log")));
        var errors = StderrFile.lines(folder.resolve("program.err"));
        int exitCode = child.isAlive() ? 0 : child.exitCode();
        return new TaskObservation(
                plan,
                printed,
                errors,
                exitCode,
                ended.end(),
                ended.seconds() == null ? child.seconds() : ended.seconds(),
                attribution(ended.end(), monitor, exitCode, both(printed, errors)),
                plan.program().kind() == TaskProgram.Kind.THREAD
                        ? monitor.predict(plan.workload().tasks())
                        : Optional.empty(),
                samples.all());
    }

    /**
     * The limit that refused one more task or ended the program. A program that was refused may exit before it is seen: then
     * its report counts, not its exit.
     */
    private static LimitAttribution attribution(
            End end, ThreadLimitMonitor monitor, int exitCode, List<String> output) {
        return end == End.REFUSED || end == End.BY_ITSELF && exitCode != 0
                ? ProgramReport.in(output)
                        .map(ProgramReport::failure)
                        .map(message -> monitor.refused(message, output))
                        .orElseGet(() -> monitor.ended(exitCode, output))
                : LimitAttribution.NONE;
    }

    private static List<String> both(List<String> first, List<String> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }
}
