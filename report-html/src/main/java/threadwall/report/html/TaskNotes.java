package threadwall.report.html;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import threadwall.record.TaskRecord.Outcome;
import threadwall.report.TaskOutcomeText;
import threadwall.report.TaskTable;

/** The notes below the finding of a run of tasks. */
final class TaskNotes {

    /** At most this many stopped rows are named. */
    private static final int NAMED = 4;

    private TaskNotes() {}

    static List<String> of(List<RecordedRun> runs, TaskTable table) {
        var notes = new ArrayList<String>();
        for (var run : runs) {
            var programs =
                    run.tasks().stream().map(task -> task.plan().program()).distinct();
            notes.add("%s: %s of %s."
                    .formatted(
                            ReportNotes.title(run, runs.size() > 1),
                            PlainText.plural(run.tasks().size(), "record"),
                            PlainText.plural(programs.count(), "program")));
            notes.addAll(ReportNotes.faults(run));
        }
        var stopped = table.rows().stream()
                .filter(row -> row.outcome() != Outcome.OK && row.outcome() != Outcome.MISSING)
                .map(row -> "%s at %,d (%s)"
                        .formatted(row.program(), row.tasks(), PlainText.name(TaskOutcomeText.outcome(row))))
                .toList();
        if (!stopped.isEmpty()) {
            notes.add("Did not finish: %s%s."
                    .formatted(
                            stopped.stream().limit(NAMED).collect(Collectors.joining(", ")),
                            stopped.size() > NAMED ? ", and %d more below".formatted(stopped.size() - NAMED) : ""));
        }
        if (table.rows().stream().allMatch(row -> row.repeats() == 1)) {
            notes.add("One repeat of each row: treat ratios under 1.2 as noise.");
        }
        return notes;
    }
}
