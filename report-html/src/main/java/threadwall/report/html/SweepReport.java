package threadwall.report.html;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The report of sweeps: one HTML file that opens from disk, below {@link SizeBudget#LIMIT} bytes, the same for the same
 * runs. The finding, the notes and all tables need no script; the charts are drawn from the JSON at the end of the
 * file.
 */
public final class SweepReport {

    /** The name of the file in the run's folder. */
    public static final String NAME = "report.html";

    private final List<RecordedRun> runs;
    private final Optional<PublishedRecipe> recipe;
    private final List<StepGroup> groups;

    private SweepReport(List<RecordedRun> runs, Optional<PublishedRecipe> recipe) {
        this.runs = runs;
        this.recipe = recipe;
        this.groups = StepGroup.of(runs);
    }

    /**
     * @param runs one, or several that are shown side by side
     * @param recipe whose ramp-down is drawn beside that of the first run
     */
    public static String of(List<RecordedRun> runs, Optional<PublishedRecipe> recipe) {
        var report = new SweepReport(runs, recipe);
        return HtmlPage.fitting(report::html);
    }

    /** Whether any run has a finished step. */
    public static boolean hasSteps(List<RecordedRun> runs) {
        return runs.stream().anyMatch(run -> !run.steps().isEmpty());
    }

    private String html(SizeBudget budget) {
        var charts = new ArrayList<Chart>();
        return HtmlPage.html(
                runs,
                ReportHeadline.of(runs, groups),
                ReportNotes.of(runs, groups),
                html -> main(html, budget, charts),
                charts);
    }

    private void main(HtmlWriter html, SizeBudget budget, List<Chart> charts) {
        var shown = groups.stream().limit(budget.groups()).toList();
        var curves = WorkersCurve.of(shown).stream()
                .map(curve -> curve.within(budget))
                .filter(curve -> !curve.lines().isEmpty())
                .limit(budget.groups())
                .toList();
        charts.addAll(WorkersChart.of(curves, groups.size() > 1, runs, budget));
        var sizes = DataSizeCurve.of(groups).stream()
                .map(curve -> curve.within(budget))
                .filter(curve -> !curve.lines().isEmpty())
                .limit(budget.groups())
                .toList();
        charts.addAll(DataSizeChart.of(sizes, budget));
        for (int i = 0; i < shown.size(); i++) {
            charts.addAll(Charts.of(shown.get(i), i, groups.size() > 1, budget));
        }
        charts.forEach(chart -> chart.write(html));
        if (groups.size() > shown.size()) {
            html.note("The charts and tables of %s; ./threadwall report --csv has all steps."
                    .formatted(PlainText.leftOut(groups.size() - shown.size(), "load")));
        }
        if (runs.size() > 1) {
            RunComparison.of(runs, groups).write(html, budget);
        }
        var splits = CostSplit.of(runs, shown);
        for (int i = 0; i < splits.size(); i++) {
            splits.get(i).write(html, i);
        }
        recipe.flatMap(figures -> ThreadRampDown.chart(figures, runs.getFirst()))
                .ifPresent(chart -> {
                    chart.write(html);
                    charts.add(chart);
                });
        if (!shown.isEmpty()) {
            var timeLines = TimelinesSection.charts(runs, budget);
            TimelinesSection.write(html, runs, timeLines);
            charts.addAll(timeLines);
            FiguresSection.write(html, shown, budget);
            CommandsSection.ofSteps(html, runs, budget);
        }
        MachineSection.ofSteps(html, runs, budget);
    }
}
