package threadwall.tasks;

import threadwall.record.TaskRecord.Point;
import threadwall.tasks.TaskOutcome.OutOfTime;

/** Extrapolates how long a program would have taken that was ended by its time limit. */
final class TimeLimitPrediction {

    private TimeLimitPrediction() {}

    static OutOfTime of(TaskObservation run) {
        var stopped = "stopped by --time-limit after %.0f s".formatted(run.seconds());
        if (!run.countsThreads() || run.workload().test() != TaskWorkload.Test.SLEEP) {
            return new OutOfTime(stopped + "; its tasks cannot be counted from outside", null, null);
        }
        long tasks = run.workload().tasks();
        long threads = run.peakThreads();
        double sleep = run.workload().sleep().toMillis() / 1e3;
        if (threads >= tasks) {
            return allStarted(run, stopped, sleep);
        }
        var progress = "%s, with at most %,d of %,d threads".formatted(stopped, threads, tasks);
        var curve = ThreadStartCurve.of(run.curve(), sleep);
        if (curve.isEmpty()) {
            return new OutOfTime(progress, null, null);
        }
        double predicted = curve.get().end(tasks, sleep);
        if (predicted < run.seconds()) {
            return overdue(progress, predicted);
        }
        double mostAlive = Math.min(tasks, curve.get().mostAlive(sleep));
        return new OutOfTime(
                "%s; the last task would wake after about %,.0f s%s%s"
                        .formatted(
                                progress,
                                predicted,
                                mostAlive < tasks ? neverAllAlive(mostAlive) : "",
                                earlierLimit(run, mostAlive)),
                predicted,
                curve.get());
    }

    private static OutOfTime allStarted(TaskObservation run, String stopped, double sleep) {
        int tasks = run.workload().tasks();
        double all = run.curve().stream()
                .filter(point -> point.threads() >= tasks)
                .mapToDouble(Point::seconds)
                .min()
                .getAsDouble();
        var progress = "%s; all %,d threads had started after %,.0f s".formatted(stopped, tasks, all);
        return all + sleep < run.seconds()
                ? overdue(progress, all + sleep)
                : new OutOfTime(
                        "%s, and the last task would wake after about %,.0f s".formatted(progress, all + sleep),
                        all + sleep,
                        null);
    }

    /** The program hangs, or does not continue as it began, so the samples do not tell when it would end. */
    private static OutOfTime overdue(String progress, double predicted) {
        return new OutOfTime(
                "%s; at that rate the last task should have woken after about %,.0f s, so there is no prediction"
                        .formatted(progress, predicted),
                null,
                null);
    }

    private static String neverAllAlive(double mostAlive) {
        return ", and at most about %,.0f would be alive at once: starting takes longer than the sleep; use a longer --sleep"
                .formatted(mostAlive);
    }

    private static String earlierLimit(TaskObservation run, double mostAlive) {
        return run.prediction()
                .filter(limit -> limit.threads() < mostAlive)
                .map(limit -> "; %s would stop it earlier, at about %,d".formatted(limit.limit(), limit.threads()))
                .orElse("");
    }
}
