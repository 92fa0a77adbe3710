package threadwall.report.html;

import java.util.List;
import java.util.stream.Collectors;
import threadwall.report.Format;
import threadwall.report.Row;
import threadwall.report.Table;

/** The figures of a report for other programs. */
public final class Tables {

    private Tables() {}

    /** The finding, then a table for each run and setting, with a heading where there are several. */
    public static String markdown(List<Run> runs) {
        var groups = Group.of(runs);
        var tables = runs.stream()
                .flatMap(run -> Setting.split(run.steps()).entrySet().stream()
                        .map(settled -> heading(runs, groups, run, settled.getKey())
                                + Format.MARKDOWN.render(Table.of(settled.getValue()))))
                .collect(Collectors.joining("\n"));
        return Format.markdown(Finding.of(runs, groups)) + "\n" + (tables.isEmpty() ? "" : "\n" + tables);
    }

    private static String heading(List<Run> runs, List<Group> groups, Run run, Setting setting) {
        if (runs.size() == 1 && groups.size() == 1) {
            return "";
        }
        var label = runs.size() == 1 ? "" : Words.name(run.label()) + ": ";
        return "### " + Format.markdown(label + setting.words()) + "\n\n";
    }

    /** One table; in that of several runs a server's name has the run's label behind it. */
    public static String csv(List<Run> runs) {
        var rows = Group.of(runs).stream()
                .flatMap(group -> group.entries().stream())
                .map(entry -> entry.run().isEmpty()
                        ? entry.row()
                        : entry.row().named(entry.row().server() + " · " + entry.run()))
                .toList();
        return Format.CSV.render(new Table(baseline(rows), rows));
    }

    private static String baseline(List<Row> rows) {
        return rows.isEmpty() ? "" : rows.getFirst().server();
    }
}
