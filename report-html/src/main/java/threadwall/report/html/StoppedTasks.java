package threadwall.report.html;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import threadwall.record.TaskRecord.Outcome;
import threadwall.report.TableColumns;
import threadwall.report.TaskOutcomeText;
import threadwall.report.TaskRow;
import threadwall.report.TaskTable;

/** Rows that did not finish, with the limit that stopped them and the evidence; and programs without a toolchain. */
final class StoppedTasks {

    private StoppedTasks() {}

    static void write(HtmlWriter html, TaskTable table, SizeBudget budget) {
        var stopped = table.rows().stream()
                .filter(row -> row.outcome() != Outcome.OK && row.outcome() != Outcome.MISSING)
                .toList();
        if (!stopped.isEmpty()) {
            html.section("walls", "What stopped the others");
            html.note("\"stopped by\" names the limit that the evidence shows. For a program that --time-limit stopped,"
                    + " the table has an estimate of its full time, from its samples.");
            var columns = new TableColumns().left("program").right("tasks").left("stopped by", "why");
            new ChartTable(
                            columns.list(),
                            stopped.stream()
                                    .limit(budget.rows())
                                    .map(row -> line(row, budget))
                                    .toList())
                    .write(html);
            html.omitted(Math.max(0, stopped.size() - budget.rows()));
            html.endSection();
        }
        missing(html, table, budget);
    }

    private static List<String> line(TaskRow row, SizeBudget budget) {
        return List.of(
                row.program(),
                PlainText.count(row.tasks()),
                PlainText.name(TaskOutcomeText.outcome(row)),
                PlainText.brief(String.join("; ", TaskOutcomeText.why(row)), 2 * budget.words()));
    }

    private static void missing(HtmlWriter html, TaskTable table, SizeBudget budget) {
        var missing = new LinkedHashMap<String, String>();
        table.rows().stream()
                .filter(row -> row.outcome() == Outcome.MISSING)
                .forEach(row -> missing.putIfAbsent(
                        row.program(),
                        row.rowOutcome().reason() == null
                                ? "no toolchain"
                                : PlainText.brief(row.rowOutcome().reason(), budget.words())));
        if (missing.isEmpty()) {
            return;
        }
        html.section("missing", "Not run here");
        var lines = new ArrayList<List<String>>();
        missing.forEach((program, why) -> lines.add(List.of(program, why)));
        var columns = new TableColumns().left("program", "why, and how to get it");
        new ChartTable(columns.list(), lines).write(html);
        html.endSection();
    }
}
