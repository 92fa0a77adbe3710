package threadwall.report.html;

import java.util.ArrayList;
import java.util.List;
import threadwall.record.StepNames;
import threadwall.record.StepPlan;
import threadwall.report.ShellQuoting;
import threadwall.report.TableFormat;

/** The exact command lines of every step. */
final class CommandsSection {

    private CommandsSection() {}

    static void write(HtmlWriter html, List<RecordedRun> runs, SizeBudget room) {
        html.section("commands", "Commands");
        html.note(
                "Run from the project's root: the servers, then each client's warm-up and its load. {postgres} stands for"
                        + " the address of the database.");
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
            var names = StepNames.ofDone(run.steps());
            for (var step : run.steps()) {
                var text = omitted > 0 ? "" : String.join("\n", lines(step.asked()));
                if (omitted > 0 || text.length() > left) {
                    omitted++;
                    continue;
                }
                left -= text.length();
                html.element("h4", title(step.asked(), names)).line();
                html.code(text);
            }
        }
        if (omitted > 0) {
            html.note(
                    "Those of %s more are left out; run.jsonl has them.".formatted(PlainText.plural(omitted, "step")));
        }
        html.endSection();
    }

    private static String title(StepPlan asked, StepNames names) {
        return "Step %d: %s, %,d connections%s"
                .formatted(
                        asked.number(),
                        PlainText.name(names.of(asked)),
                        asked.concurrency(),
                        asked.repeat() > 1 ? ", repeat " + asked.repeat() : "");
    }

    private static List<String> lines(StepPlan asked) {
        var lines = new ArrayList<String>();
        for (var shard : asked.shards()) {
            lines.add(
                    asked.onKeptServers() || shard.command() == null
                            ? "# runs already: " + shard.url()
                            : ShellQuoting.line(shard.command()) + " &");
        }
        if (!asked.onKeptServers()) {
            asked.clients()
                    .forEach(client ->
                            lines.add(ShellQuoting.line(client.warmUp().command())));
        }
        asked.clients()
                .forEach(client -> lines.add(ShellQuoting.line(client.measured().command())));
        // a word of a command may hold a line end: one line each all the same
        return lines.stream().map(TableFormat::onOneLine).toList();
    }
}
