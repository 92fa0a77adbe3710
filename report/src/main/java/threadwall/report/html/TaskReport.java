package threadwall.report.html;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import threadwall.report.Format;
import threadwall.report.TaskLoad;
import threadwall.report.TaskRow;
import threadwall.report.TaskTable;

/**
 * The report of {@code ./threadwall tasks}, in the manner of {@link Report}: what a task costs in each runtime, what stopped
 * those that did not get through, and how threads came up.
 */
public final class TaskReport {

    private final List<Run> runs;
    private final Optional<Published> published;
    private final TaskTable table;

    private TaskReport(List<Run> runs, Optional<Published> published) {
        this.runs = runs;
        this.published = published;
        this.table = table(runs);
    }

    /** Whether any run has a task program's record. */
    public static boolean hasTasks(List<Run> runs) {
        return runs.stream().anyMatch(run -> !run.tasks().isEmpty());
    }

    /**
     * @param runs one, or several that are shown side by side
     * @param published figures of others, to be laid beside these
     */
    public static String of(List<Run> runs, Optional<Published> published) {
        return Document.fitting(new TaskReport(runs, published)::html);
    }

    /** The finding and the tables. */
    public static String markdown(List<Run> runs) {
        var table = table(runs);
        return Format.markdown(TaskFinding.of(table)) + "\n\n" + table.markdown();
    }

    /** One table; with several runs a program has its run's label behind it. */
    public static String csv(List<Run> runs) {
        return table(runs).csv();
    }

    private static TaskTable table(List<Run> runs) {
        var rows = new ArrayList<TaskRow>();
        for (var run : runs) {
            var suffix = runs.size() == 1 ? "" : " · " + Words.name(run.label());
            TaskTable.of(null, run.tasks()).rows().stream()
                    .map(row -> row.named(Words.name(row.program()) + suffix))
                    .forEach(rows::add);
        }
        return new TaskTable(runs.getFirst().start().orElse(null), List.copyOf(rows));
    }

    private String html(Room room) {
        var charts = new ArrayList<Chart>();
        return Document.html(
                runs, TaskFinding.of(table), TaskNotes.of(runs, table), html -> main(html, room, charts), charts);
    }

    private void main(Html html, Room room, List<Chart> charts) {
        var loads = table.byLoad().entrySet().stream().limit(room.groups()).toList();
        var lines = TaskCharts.of(table, room);
        for (int i = 0; i < loads.size(); i++) {
            section(html, loads.get(i), i, lines.isEmpty(), room);
        }
        if (table.byLoad().size() > loads.size()) {
            LeftOut.say(
                    html,
                    "%s more left out: ./threadwall report --csv has them all."
                            .formatted(Words.plural(table.byLoad().size() - loads.size(), "number of tasks")));
        }
        charts.addAll(lines);
        lines.forEach(chart -> chart.write(html));
        TaskWalls.write(html, table, room);
        var curves = TaskCurves.of(runs, room);
        charts.addAll(curves);
        TaskCurves.write(html, runs, curves);
        published.flatMap(figures -> PublishedRatios.of(figures, table)).ifPresent(ratios -> ratios.write(html));
        TaskCommands.write(html, runs, room);
        TaskMachine.write(html, runs, room);
    }

    /** Bars and the table of one load; {@code alone} when no lines are drawn over loads. */
    private static void section(
            Html html, Map.Entry<TaskLoad, List<TaskRow>> entry, int number, boolean alone, Room room) {
        var load = entry.getKey();
        var rows = entry.getValue().stream().limit(room.rows()).toList();
        html.open("section", "class", "chart", "id", "load-" + (number + 1))
                .element("h2", TaskFigures.heading(load))
                .line();
        TaskBars.columns(load, alone).forEach(column -> new TaskBars(column, load, rows).write(html));
        TaskFigures.write(html, load, rows, number == 0);
        LeftOut.rows(html, entry.getValue().size() - rows.size());
        html.close("section").line();
    }
}
