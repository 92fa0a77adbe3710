package threadwall.report.html;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import threadwall.report.TableFormat;
import threadwall.report.TaskLoad;
import threadwall.report.TaskRow;
import threadwall.report.TaskTable;

/**
 * The report of {@code ./threadwall tasks}, built like {@link SweepReport}: what a task costs in each runtime, what stopped the
 * programs that did not finish, and how the number of threads grew.
 */
public final class TaskReport {

    private final List<RecordedRun> runs;
    private final Optional<PublishedTasks> published;
    private final TaskTable table;

    private TaskReport(List<RecordedRun> runs, Optional<PublishedTasks> published) {
        this.runs = runs;
        this.published = published;
        this.table = table(runs);
    }

    /** Whether any run has records of task programs. */
    public static boolean hasTasks(List<RecordedRun> runs) {
        return runs.stream().anyMatch(run -> !run.tasks().isEmpty());
    }

    /**
     * @param runs one, or several that are shown side by side
     * @param published figures of others, to compare with
     */
    public static String of(List<RecordedRun> runs, Optional<PublishedTasks> published) {
        return HtmlPage.fitting(new TaskReport(runs, published)::html);
    }

    /** The finding and the tables. */
    public static String markdown(List<RecordedRun> runs) {
        var table = table(runs);
        return TableFormat.markdown(TaskHeadline.of(table)) + "\n\n" + table.markdown();
    }

    /** One table. With several runs, the run's label follows a program's name. */
    public static String csv(List<RecordedRun> runs) {
        return table(runs).csv();
    }

    static TaskTable table(List<RecordedRun> runs) {
        var rows = new ArrayList<TaskRow>();
        for (var run : runs) {
            var suffix = runs.size() == 1 ? "" : " · " + PlainText.name(run.label());
            TaskTable.of(null, run.tasks()).rows().stream()
                    .map(row -> row.named(PlainText.name(row.program()) + suffix))
                    .forEach(rows::add);
        }
        return new TaskTable(runs.getFirst().start().orElse(null), List.copyOf(rows));
    }

    private String html(SizeBudget budget) {
        var charts = new ArrayList<Chart>();
        return HtmlPage.html(
                runs, TaskHeadline.of(table), TaskNotes.of(runs, table), html -> main(html, budget, charts), charts);
    }

    private void main(HtmlWriter html, SizeBudget budget, List<Chart> charts) {
        var loads = table.byLoad().entrySet().stream().limit(budget.groups()).toList();
        var lines = TaskCharts.of(table, budget);
        for (int i = 0; i < loads.size(); i++) {
            section(html, loads.get(i), i, lines.isEmpty(), budget);
        }
        if (table.byLoad().size() > loads.size()) {
            html.note("The charts and tables of %s; ./threadwall report --csv has them all."
                    .formatted(PlainText.leftOut(table.byLoad().size() - loads.size(), "task count")));
        }
        charts.addAll(lines);
        lines.forEach(chart -> chart.write(html));
        var memory = TaskMemoryCurves.of(runs, budget);
        charts.addAll(memory);
        memory.forEach(chart -> chart.write(html));
        StoppedTasks.write(html, table, budget);
        var curves = TaskCurves.of(runs, budget);
        charts.addAll(curves);
        TaskCurves.write(html, runs, curves);
        published.flatMap(figures -> TaskRatios.of(figures, table)).ifPresent(ratios -> ratios.write(html));
        CommandsSection.ofTasks(html, runs, budget);
        MachineSection.ofTasks(html, runs, budget);
    }

    /** Charts and table of one load. {@code alone} means that no lines are drawn over several loads. */
    private static void section(
            HtmlWriter html, Map.Entry<TaskLoad, List<TaskRow>> entry, int number, boolean alone, SizeBudget budget) {
        var load = entry.getKey();
        var rows = entry.getValue().stream().limit(budget.rows()).toList();
        html.open("section", "class", "chart", "id", "load-" + (number + 1))
                .element("h2", TaskFigures.heading(load))
                .line();
        TaskBars.columns(load, alone).forEach(column -> new TaskBars(column, load, rows).write(html));
        TaskFigures.write(html, load, rows, number == 0);
        html.omitted(entry.getValue().size() - rows.size());
        html.endSection();
    }
}
