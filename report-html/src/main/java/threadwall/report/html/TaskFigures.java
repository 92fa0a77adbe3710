package threadwall.report.html;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import threadwall.record.TaskRecord.Outcome;
import threadwall.report.TaskColumns;
import threadwall.report.TaskLoad;
import threadwall.report.TaskOutcomeText;
import threadwall.report.TaskRow;
import threadwall.report.TaskTable;

/** The whole table of one load, with the parts of the kernel's share. */
final class TaskFigures {

    /** Longest outcome with its marks, in characters. */
    private static final int WORDS = 240;

    private TaskFigures() {}

    /** {@code 10,000 tasks, each sleeps 10 s}; for one task, what that measures. */
    static String heading(TaskLoad load) {
        return load.isFootprint() ? "One task: the runtime's own footprint" : load.words();
    }

    /** @param first whether it is the first table of its kind, which explains the figures */
    static void write(HtmlWriter html, TaskLoad load, List<TaskRow> rows, boolean first) {
        var note = note(load, rows, first);
        if (!note.isEmpty()) {
            html.note(note);
        }
        var columns = TaskColumns.wide(load);
        var cells = new ArrayList<List<String>>();
        var failed = new HashSet<Integer>();
        for (var row : rows) {
            if (!row.isGood() && row.outcome() != Outcome.MISSING) {
                failed.add(cells.size());
            }
            var line = new ArrayList<>(List.of(row.program()));
            columns.forEach(column -> line.add(column.text(row)));
            if (load.isHashmap()) {
                line.add(row.checksum() == null ? "" : PlainText.name(row.checksum()));
            }
            line.add(PlainText.brief(
                    String.join(
                            "; ",
                            Stream.concat(Stream.of(TaskOutcomeText.outcome(row)), row.marks().stream())
                                    .toList()),
                    WORDS));
            cells.add(line);
        }
        new ChartTable(TaskTable.headings(load), cells, failed).write(html);
    }

    private static String note(TaskLoad load, List<TaskRow> rows, boolean first) {
        var words = new ArrayList<String>();
        if (first && load.isSleep()) {
            words.add(
                    "own MB, bytes each: peak RSS of all processes of the program plus the kernel's memory for it, with one task"
                            + " and divided by the number of tasks; both include the runtime's own memory. The kernel's share is the"
                            + " machine's kernel stacks, page tables and slab at the peak, minus those before; other processes change"
                            + " these, too, so it may be below 0. late: by how much the latest task overslept.");
        } else if (first && load.isRing()) {
            words.add(
                    "One message goes around; each task receives it and sends it to the next. CPU µs each: CPU time of the"
                            + " whole process, its start included, per message.");
        } else if (first) {
            words.add("Task times are from the first instruction of a task's own work to its end.");
        }
        if (load.isHashmap()) {
            words.add(sums(rows));
        }
        if (first && rows.stream().anyMatch(row -> row.repeats() > 1)) {
            words.add("Median (range) of the repeats that ended well; where none did, of all that were measured.");
        }
        return String.join(" ", words);
    }

    private static String sums(List<TaskRow> rows) {
        long sums = rows.stream()
                .map(TaskRow::checksum)
                .filter(sum -> sum != null)
                .distinct()
                .count();
        return sums == 1
                ? "All rows that finished have the same sum."
                : String.format(
                        Locale.ROOT, "There are %d different sums: some programs did not do the same work.", sums);
    }
}
