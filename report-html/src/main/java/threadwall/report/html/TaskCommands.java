package threadwall.report.html;

import java.util.HashSet;
import java.util.List;
import threadwall.record.TaskRecord;
import threadwall.record.TaskRecord.Outcome;
import threadwall.report.ShellQuoting;
import threadwall.report.TableFormat;

/** The exact command line of every row. */
final class TaskCommands {

    private TaskCommands() {}

    static void write(HtmlWriter html, List<RecordedRun> runs, SizeBudget room) {
        html.section("commands", "Commands");
        html.note("Run from the project's root; each started in the same way in every repeat.");
        int left = room.commands();
        int omitted = 0;
        for (var run : runs) {
            if (runs.size() > 1) {
                html.heading(PlainText.name(run.label()));
            }
            var line = run.typed();
            if (!line.isEmpty() && line.length() <= left) {
                html.code(line);
                left -= line.length();
            }
            var seen = new HashSet<List<String>>();
            var lines = new StringBuilder();
            for (var task : run.tasks()) {
                if (!hasCommand(task) || !seen.add(task.command())) {
                    continue;
                }
                var text = TableFormat.onOneLine(ShellQuoting.line(task.command())) + "\n";
                if (omitted > 0 || text.length() > left) {
                    omitted++;
                    continue;
                }
                left -= text.length();
                lines.append(text);
            }
            if (!lines.isEmpty()) {
                html.code(lines.toString());
            }
        }
        if (omitted > 0) {
            html.note("%s more left out; run.jsonl has them.".formatted(PlainText.plural(omitted, "command line")));
        }
        html.endSection();
    }

    private static boolean hasCommand(TaskRecord task) {
        return task.outcome() != Outcome.MISSING
                && task.command() != null
                && !task.command().isEmpty();
    }
}
