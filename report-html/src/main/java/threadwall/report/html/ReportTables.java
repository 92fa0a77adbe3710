package threadwall.report.html;

import java.util.List;
import java.util.stream.Collectors;
import threadwall.report.SweepTable;
import threadwall.report.TableFormat;

/** The figures of a report as Markdown and CSV. */
public final class ReportTables {

    private ReportTables() {}

    /**
     * The finding, then a table for each run and setting, with a heading where there are several, and the split of the first
     * run's costs.
     */
    public static String markdown(List<RecordedRun> runs) {
        var groups = StepGroup.of(runs);
        var tables = runs.stream()
                .flatMap(run -> LoadSetting.split(run.steps()).entrySet().stream()
                        .map(settled -> heading(runs, groups, run, settled.getKey())
                                + TableFormat.MARKDOWN.render(SweepTable.of(settled.getValue()))))
                .collect(Collectors.joining("\n"));
        var splits = CostSplit.of(runs, groups).stream()
                .map(split -> "\n" + split.markdown())
                .collect(Collectors.joining());
        return TableFormat.markdown(ReportHeadline.of(runs, groups))
                + "\n"
                + (tables.isEmpty() ? "" : "\n" + tables)
                + splits;
    }

    private static String heading(
            List<RecordedRun> runs, List<StepGroup> groups, RecordedRun run, LoadSetting setting) {
        if (runs.size() == 1 && groups.size() == 1) {
            return "";
        }
        var label = runs.size() == 1 ? "" : PlainText.name(run.label()) + ": ";
        return "### " + TableFormat.markdown(label + setting.words()) + "\n\n";
    }

    /** One table. With several runs, the run's label follows a server's name. */
    public static String csv(List<RecordedRun> runs) {
        var rows = StepGroup.of(runs).stream()
                .flatMap(group -> group.entries().stream())
                .map(entry -> entry.run().isEmpty()
                        ? entry.row()
                        : entry.row().named(entry.row().server() + " · " + entry.run()))
                .toList();
        return TableFormat.CSV.render(new SweepTable(null, rows)); // which does not name the baseline
    }
}
