package threadwall.report.html;

import java.util.LinkedHashMap;
import java.util.List;

/** The machine that task programs ran on, and their toolchains. */
final class TaskMachine {

    private TaskMachine() {}

    static void write(HtmlWriter html, List<RecordedRun> runs, SizeBudget room) {
        MachineSection.write(html, runs, run -> rows(run, room));
    }

    private static List<List<String>> rows(RecordedRun run, SizeBudget room) {
        var rows = MachineSection.facts(run, room);
        var runtimes = new LinkedHashMap<String, String>();
        run.tasks().stream()
                .filter(task -> task.runtime() != null)
                .forEach(task -> runtimes.putIfAbsent(task.program(), task.runtime()));
        runtimes.forEach((program, runtime) ->
                rows.add(List.of(PlainText.name(program), PlainText.brief(runtime, room.words()))));
        return rows.stream().limit(room.rows()).toList();
    }
}
