package threadwall.tasks;

import java.util.List;
import threadwall.tasks.TaskObservation.End;
import threadwall.tasks.TaskOutcome.Completed;
import threadwall.tasks.TaskOutcome.EndedForMemory;
import threadwall.tasks.TaskOutcome.Failed;
import threadwall.tasks.TaskOutcome.KilledForMemory;
import threadwall.tasks.TaskOutcome.Refused;
import threadwall.tasks.TaskOutcome.ReportedOutOfMemory;
import threadwall.tasks.TaskOutcome.StoppedByLimit;
import threadwall.tasks.TaskOutcome.WrongReport;

/** Decides from what was observed how a run of a program ended. Pure. */
final class OutcomeClassifier {

    private OutcomeClassifier() {}

    /** @param reserveBytes memory that the program had to leave the machine, {@link MemoryReserve#bytes()} */
    static TaskOutcome classify(TaskObservation run, long reserveBytes) {
        var report = run.report();
        if (report.isPresent() && report.get().failure() != null) {
            return refused(run, report.get());
        }
        if (run.end() == End.LOW_MEMORY) {
            return new EndedForMemory(run.peakRssBytes(), reserveBytes);
        }
        var attribution = run.attribution();
        boolean limited = attribution.limit() != null;
        var memory = OutOfMemoryMessage.in(run.output(), run.plan().command());
        if (memory.isPresent() && (run.isEndedByTool() || run.exitCode() != 0)) {
            // a JVM that gets no memory map for a thread reports a lack of memory, too
            return limited && !attribution.isMemory()
                    ? stoppedByLimit(run, memory.get().line())
                    : new ReportedOutOfMemory(memory.get(), attribution);
        }
        if (run.isEndedByTool()) {
            return TimeLimitPrediction.of(run);
        }
        if (run.exitCode() == 0 && report.isPresent()) {
            return completed(run, report.get());
        }
        if (limited) {
            return attribution.isMemory() ? new KilledForMemory(attribution) : stoppedByLimit(run, run.lastLine());
        }
        return new Failed(run.exitCode(), run.lastLine(), run.plan().files(), attribution.because());
    }

    private static TaskOutcome refused(TaskObservation run, ProgramReport report) {
        var runtimeLimit = RuntimeLimit.in(report);
        var memory = OutOfMemoryMessage.in(List.of(report.failure()), run.plan().command());
        // for a thread, "cannot allocate memory" may mean its memory maps: without evidence that limit has no name
        return runtimeLimit.isEmpty() && memory.isPresent() && run.attribution().limit() == null && !run.countsThreads()
                ? new ReportedOutOfMemory(memory.get(), run.attribution())
                : new Refused(
                        report.said().started(),
                        run.workload().tasks(),
                        report.failure(),
                        runtimeLimit.orElse(run.attribution()));
    }

    private static TaskOutcome stoppedByLimit(TaskObservation run, String line) {
        return new StoppedByLimit(run.peakThreads(), run.workload().tasks(), line, run.attribution());
    }

    private static TaskOutcome completed(TaskObservation run, ProgramReport report) {
        return ProgramReportCheck.fault(run, report)
                .<TaskOutcome>map(WrongReport::new)
                .orElseGet(() -> new Completed(
                        run.workload().test() == TaskWorkload.Test.SLEEP
                                ? report.said().mostAlive()
                                : null,
                        run.workload().tasks()));
    }
}
