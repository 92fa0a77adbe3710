package threadwall.tasks;

import java.util.List;
import threadwall.record.TaskRecord.Outcome;
import threadwall.record.TaskRecord.Point;
import threadwall.tasks.TaskProgram.Kind;

/** A program that was ended because its time was over: how long it would have taken, by what was seen. */
final class TimeLimitPrediction {

    private TimeLimitPrediction() {}

    static TaskVerdict judge(ProgramExit ending) {
        var stopped = "stopped by --limit after %.0f s".formatted(ending.seconds());
        if (ending.program().kind() != Kind.THREAD || ending.work().test() != TaskWorkload.Test.SLEEP) {
            return new TaskVerdict(
                    Outcome.TIME, stopped + "; its tasks cannot be counted from outside", null, List.of(), null);
        }
        long wanted = ending.work().tasks();
        long threads = ending.threads();
        double sleep = ending.work().sleep().toMillis() / 1e3;
        if (threads >= wanted) {
            return allStarted(ending, stopped, sleep);
        }
        var seen = "%s, with %,d of %,d threads at most".formatted(stopped, threads, wanted);
        var curve = ThreadStartCurve.of(ending.curve(), sleep);
        if (curve.isEmpty()) {
            return new TaskVerdict(Outcome.TIME, seen, null, List.of(), null);
        }
        double predicted = curve.get().end(wanted, sleep);
        if (predicted < ending.seconds()) {
            return overdue(seen, predicted);
        }
        double most = Math.min(wanted, curve.get().mostAlive(sleep));
        return new TaskVerdict(
                Outcome.TIME,
                "%s; the last would wake after about %,.0f s%s%s"
                        .formatted(seen, predicted, most < wanted ? never(most) : "", before(ending, most)),
                null,
                List.of(curve.get().words()),
                predicted);
    }

    private static TaskVerdict allStarted(ProgramExit ending, String stopped, double sleep) {
        int wanted = ending.work().tasks();
        double all = ending.curve().stream()
                .filter(point -> point.threads() >= wanted)
                .mapToDouble(Point::seconds)
                .min()
                .getAsDouble();
        if (all + sleep < ending.seconds()) {
            return overdue("%s; all %,d threads were there after %,.0f s".formatted(stopped, wanted, all), all + sleep);
        }
        return new TaskVerdict(
                Outcome.TIME,
                "%s; all %,d threads were there after %,.0f s, and the last would wake after about %,.0f s"
                        .formatted(stopped, wanted, all, all + sleep),
                null,
                List.of(),
                all + sleep);
    }

    /** It hangs, or does not go on as it began: what was seen tells nothing of its end. */
    private static TaskVerdict overdue(String seen, double predicted) {
        return new TaskVerdict(
                Outcome.TIME,
                "%s; by that the last should have woken after about %,.0f s, so nothing is predicted"
                        .formatted(seen, predicted),
                null,
                List.of(),
                null);
    }

    private static String never(double most) {
        return ", and no more than about %,.0f be alive at once: starting takes longer than the sleep; use a longer --sleep"
                .formatted(most);
    }

    private static String before(ProgramExit ending, double most) {
        return ending.foretold()
                .filter(wall -> wall.threads() < most)
                .map(wall -> "; %s would stop it before, at about %,d".formatted(wall.limit(), wall.threads()))
                .orElse("");
    }
}
