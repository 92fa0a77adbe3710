package threadwall.tasks;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import threadwall.probes.LimitAttribution;
import threadwall.probes.ThreadLimitMonitor.PredictedLimit;
import threadwall.record.TaskRecord.Point;

/**
 * What was observed of a program, once it has ended.
 *
 * @param printed on standard output, with the error report of a JVM
 * @param errors on standard error
 * @param exitCode 128 + the number of the signal that ended it; meaningless when the tool ended it
 * @param seconds wall time, until it ended or the tool began to end it
 * @param attribution the limit that the evidence names
 * @param prediction the limit that it would have reached before its last thread; empty also for one without
 * @param curve all samples
 */
record TaskObservation(
        TaskPlan plan,
        List<String> printed,
        List<String> errors,
        int exitCode,
        End end,
        double seconds,
        LimitAttribution attribution,
        Optional<PredictedLimit> prediction,
        List<Point> curve) {

    /** Whether a program ended by itself, or why the tool ended it. */
    enum End {
        BY_ITSELF,
        /** Its runtime refused to start one more task. */
        REFUSED,
        TIME_LIMIT,
        /** The machine was nearly out of memory. */
        LOW_MEMORY
    }

    boolean isEndedByTool() {
        return end != End.BY_ITSELF;
    }

    TaskWorkload workload() {
        return plan.workload();
    }

    boolean countsThreads() {
        return plan.program().kind() == TaskProgram.Kind.THREAD;
    }

    Optional<ProgramReport> report() {
        return ProgramReport.in(printed);
    }

    List<String> output() {
        return Stream.concat(printed.stream(), errors.stream()).toList();
    }

    /** The most threads of its process tree at once. */
    long peakThreads() {
        return curve.stream().mapToLong(Point::threads).max().orElse(0);
    }

    long peakRssBytes() {
        return curve.stream().mapToLong(Point::rssBytes).max().orElse(0);
    }

    /** The last line that it printed, on standard error if there is one. */
    String lastLine() {
        return last(errors).or(() -> last(printed)).orElse("it printed nothing");
    }

    private static Optional<String> last(List<String> lines) {
        return lines.stream()
                .map(String::strip)
                .filter(Predicate.not(String::isEmpty))
                .reduce((first, last) -> last);
    }
}
