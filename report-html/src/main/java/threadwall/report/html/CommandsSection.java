package threadwall.report.html;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import threadwall.record.StepNames;
import threadwall.record.StepPlan;
import threadwall.record.TaskRecord;
import threadwall.report.ShellQuoting;
import threadwall.report.TableFormat;

/** The exact command lines of a report, as many as fit. */
final class CommandsSection {

    private final HtmlWriter html;
    private final List<RecordedRun> runs;
    private int charactersLeft;
    private int omitted;

    private CommandsSection(HtmlWriter html, List<RecordedRun> runs, SizeBudget budget) {
        this.html = html;
        this.runs = runs;
        this.charactersLeft = budget.commands();
    }

    /** Writes the command lines of every step. */
    static void ofSteps(HtmlWriter html, List<RecordedRun> runs, SizeBudget budget) {
        var section = new CommandsSection(html, runs, budget);
        section.begin(
                "The commands ran in the project's root: the servers, then each client's warm-up and its load. {postgres}"
                        + " stands for the address of the database.",
                section::steps);
        section.end("The commands of %s; run.jsonl has them.", "step");
    }

    /** Writes the command line of every task program. */
    static void ofTasks(HtmlWriter html, List<RecordedRun> runs, SizeBudget budget) {
        var section = new CommandsSection(html, runs, budget);
        section.begin("The commands ran in the project's root, the same in every repeat.", section::tasks);
        section.end("%s; run.jsonl has them.", "command line");
    }

    private void begin(String note, Consumer<RecordedRun> commands) {
        html.section("commands", "Commands").note(note);
        for (var run : runs) {
            if (runs.size() > 1) {
                html.heading(PlainText.name(run.label()));
            }
            var line = run.typed();
            if (!line.isEmpty() && line.length() <= charactersLeft) {
                html.code(line);
                charactersLeft -= line.length();
            }
            commands.accept(run);
        }
    }

    private void end(String omission, String noun) {
        if (omitted > 0) {
            html.note(omission.formatted(PlainText.leftOut(omitted, noun)));
        }
        html.endSection();
    }

    /** After the first text that does not fit, none does. */
    private boolean fits(String text) {
        if (omitted > 0 || text.length() > charactersLeft) {
            omitted++;
            return false;
        }
        charactersLeft -= text.length();
        return true;
    }

    private void tasks(RecordedRun run) {
        var lines = run.tasks().stream()
                .filter(task -> task.result().outcome() != TaskRecord.Outcome.MISSING
                        && task.plan().command() != null
                        && !task.plan().command().isEmpty())
                .map(task -> task.plan().command())
                .distinct()
                .map(command -> TableFormat.onOneLine(ShellQuoting.line(command)) + "\n")
                .filter(this::fits)
                .collect(Collectors.joining());
        if (!lines.isEmpty()) {
            html.code(lines);
        }
    }

    private void steps(RecordedRun run) {
        var names = StepNames.ofDone(run.steps());
        for (var step : run.steps()) {
            var text = String.join("\n", lines(step.asked()));
            if (fits(text)) {
                html.element("h4", title(step.asked(), names)).line();
                html.code(text);
            }
        }
    }

    private static String title(StepPlan asked, StepNames names) {
        return "Step %d: %s, %,d connections%s"
                .formatted(
                        asked.number(),
                        PlainText.name(names.of(asked)),
                        asked.load().concurrency(),
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
        // an argument may contain a line end; each command stays one line
        return lines.stream().map(TableFormat::onOneLine).toList();
    }
}
