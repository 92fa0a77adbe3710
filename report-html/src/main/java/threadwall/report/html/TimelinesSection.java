package threadwall.report.html;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import threadwall.record.StepNames;

/** The time lines of the sampled steps. */
final class TimelinesSection {

    private TimelinesSection() {}

    /** The time lines, those of the first run first. */
    static List<Chart> charts(List<RecordedRun> runs, SizeBudget budget) {
        return IntStream.range(0, runs.size())
                .boxed()
                .flatMap(nth -> charts(runs, nth, budget))
                .limit(budget.timeLines())
                .toList();
    }

    private static Stream<Chart> charts(List<RecordedRun> runs, int nth, SizeBudget budget) {
        var run = runs.get(nth);
        var names = StepNames.ofDone(run.steps());
        return run.watched().stream()
                .limit(Math.max(1, budget.timeLines() / runs.size()))
                .map(watched -> StepTimeline.of(
                        watched,
                        names.of(watched.step().asked()),
                        id(nth, watched.step().asked().number()),
                        runs.size() == 1 ? "" : run.label(),
                        budget.points()));
    }

    private static String id(int run, int step) {
        return (run == 0 ? "" : "run" + (run + 1) + "-") + "step-%03d".formatted(step);
    }

    /** Writes the time lines after a section that says which are left out, and why. */
    static void write(HtmlWriter html, List<RecordedRun> runs, List<Chart> charts) {
        int sampled = runs.stream().mapToInt(RecordedRun::sampled).sum();
        int steps = runs.stream().mapToInt(run -> run.steps().size()).sum();
        html.section("time-lines", "Time lines");
        html.note(sentence(steps, sampled, charts.size()));
        html.endSection();
        charts.forEach(chart -> chart.write(html));
    }

    private static String sentence(int steps, int sampled, int shown) {
        if (sampled == 0) {
            return "No step has samples (steps/*/samples.csv) beside its record, so none has a time line.";
        }
        var which = "%,d of %s have samples; ".formatted(sampled, PlainText.plural(steps, "step"));
        return shown == sampled
                ? which + "each has its time line here."
                : which
                        + "%,d are drawn, the first repeat of each server and load, those of the most connections first."
                                .formatted(shown)
                        + " The others are left out so that this file stays small; their samples are in the run's"
                        + " folder, steps/*/samples.csv.";
    }
}
