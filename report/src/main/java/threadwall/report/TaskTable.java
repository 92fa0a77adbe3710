package threadwall.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import threadwall.record.RunRecord;
import threadwall.record.TaskRecord;
import threadwall.record.TaskRecord.Outcome;
import tools.jackson.databind.json.JsonMapper;

/** The results of {@code ./threadwall tasks}: a table for each load, with a row for each program. */
public record TaskTable(RunRecord run, List<TaskRow> rows) {

    private static final String INDENT = "    ";

    private static final String MEMORY =
            "bytes each: peak RSS of all processes of the program plus the kernel's memory for it, divided by the number of"
                    + " tasks; includes the runtime's own memory. kernel: the machine's kernel stacks, page tables and slab at the"
                    + " peak, minus those before. Other processes change these, too, so with few tasks it may be below 0.";

    private static final String CLOCKS =
            "start: time to start all tasks; late: by how much the latest task overslept; wall and CPU: of the whole process.";

    private static final String TIMES =
            "total: from the first task's arrival to the last one's end; mean, p99, max: of the tasks' own times, from the"
                    + " first instruction of a task's work to its end.";

    private static final String MESSAGES =
            "messages/s, CPU µs each: receipts of the message while they were counted, after a second of warm-up, and the CPU"
                    + " time of the process for each.";

    private static final String TOO_SHORT =
            "A row without memory ended before it could be sampled: give it more to do.";

    /** One row for the repeats of a program under a load, in the order of the records. */
    public static TaskTable of(RunRecord run, List<TaskRecord> records) {
        record Key(TaskLoad load, String program) {}
        var repeats = records.stream()
                .collect(Collectors.groupingBy(
                        record -> new Key(
                                TaskLoad.of(record.plan()), record.plan().program()),
                        LinkedHashMap::new,
                        Collectors.toList()));
        return new TaskTable(run, repeats.values().stream().map(TaskRow::of).toList());
    }

    /** Rows by load, in the order in which the loads were first run. */
    public Map<TaskLoad, List<TaskRow>> byLoad() {
        return rows.stream().collect(Collectors.groupingBy(TaskRow::load, LinkedHashMap::new, Collectors.toList()));
    }

    /** Sentences that explain the figures. */
    public List<String> notes() {
        boolean sleep = rows.stream().anyMatch(row -> row.load().isSleep());
        boolean hashmap = rows.stream().anyMatch(row -> row.load().isHashmap());
        boolean ring = rows.stream().anyMatch(row -> row.load().isRing());
        var notes = new ArrayList<String>();
        if (sleep || ring) {
            notes.add(MEMORY);
        }
        if (rows.stream().anyMatch(row -> row.load().isFootprint())) {
            notes.add("own MB: all memory with one task, which is the runtime's own footprint.");
        }
        if (sleep) {
            notes.add(CLOCKS);
        }
        if (hashmap) {
            notes.add(TIMES);
        }
        if (ring) {
            notes.add(MESSAGES);
        }
        if (rows.stream()
                .anyMatch(row -> row.outcome() == Outcome.OK && row.memory().peakRssBytes() == null)) {
            notes.add(TOO_SHORT);
        }
        if (rows.stream().anyMatch(row -> row.repeats() > 1)) {
            notes.add("Median (range) of the repeats that ended well; where none did, of all that were measured.");
        }
        missing().forEach((program, why) -> notes.add("%s is missing: %s".formatted(program, why)));
        return List.copyOf(notes);
    }

    /** Programs whose toolchain is missing, with the way to get it. */
    private Map<String, String> missing() {
        var missing = new LinkedHashMap<String, String>();
        for (var row : rows) {
            if (row.outcome() == Outcome.MISSING) {
                missing.putIfAbsent(
                        row.program(),
                        row.rowOutcome().reason() == null
                                ? "no toolchain for it"
                                : TableFormat.onOneLine(row.rowOutcome().reason()));
            }
        }
        return missing;
    }

    public String text() {
        var out = new StringBuilder();
        byLoad().forEach((load, some) -> out.append(heading(load, some))
                .append("\n\n")
                .append(text(load, some))
                .append('\n'));
        return out + notes().stream().map(note -> LineWrap.sentence(note, "")).collect(Collectors.joining());
    }

    public String markdown() {
        var out = new StringBuilder();
        byLoad().forEach((load, some) -> out.append("### ")
                .append(TableFormat.markdown(heading(load, some)))
                .append("\n\n")
                .append(new TextTable(
                                headings(load),
                                some.stream().map(TaskTable::cells).toList(),
                                remarks(some))
                        .markdown())
                .append('\n'));
        return out
                + notes().stream()
                        .map(note -> TableFormat.markdown(note) + "\n")
                        .collect(Collectors.joining("\n"));
    }

    /** One line per row. The header has the names of the components. */
    public String csv() {
        return new CsvTable<>(TaskRow.class, rows).render();
    }

    public String json() {
        return new JsonMapper().writerWithDefaultPrettyPrinter().writeValueAsString(this) + "\n";
    }

    /** With the checksum, where all rows have the same. */
    private static String heading(TaskLoad load, List<TaskRow> rows) {
        var sums = checksums(rows);
        return load.words() + (sums.size() == 1 ? " · checksum " + sums.getFirst() : "");
    }

    private static List<String> checksums(List<TaskRow> rows) {
        return rows.stream()
                .map(TaskRow::checksum)
                .filter(Objects::nonNull)
                .distinct()
                .toList();
    }

    private static String text(TaskLoad load, List<TaskRow> rows) {
        var columns = TaskColumns.narrow(load);
        var lines = new ArrayList<List<String>>();
        var remarks = new LinkedHashMap<Integer, String>(); // by the line that they follow
        for (var row : rows) {
            lines.add(Stream.concat(Stream.of(row.program()), columns.stream().map(column -> column.median(row)))
                    .toList());
            var ranges = columns.stream().map(column -> column.range(row)).toList();
            if (!ranges.stream().allMatch(String::isEmpty)) {
                lines.add(Stream.concat(Stream.of("(range)"), ranges.stream()).toList());
            }
            var remark = remark(row, rows);
            if (!remark.isEmpty()) {
                remarks.put(lines.size() - 1, remark);
            }
        }
        var table = new TextTable(headings(columns).list(), lines).lines();
        var out = new StringBuilder(table.getFirst()).append('\n');
        for (int i = 0; i < lines.size(); i++) {
            out.append(table.get(i + 1)).append('\n');
            if (remarks.containsKey(i)) {
                out.append(INDENT).append(LineWrap.sentence(remarks.get(i), INDENT));
            }
        }
        return out.toString();
    }

    /** Outcome, reasons and marks. A missing toolchain is explained in the notes instead. */
    private static String remark(TaskRow row, List<TaskRow> rows) {
        var words = new ArrayList<String>();
        if (row.outcome() != Outcome.OK) {
            words.add(TaskOutcomeText.outcome(row));
        }
        if (row.outcome() != Outcome.MISSING) {
            words.addAll(TaskOutcomeText.why(row));
        }
        if (row.checksum() != null && checksums(rows).size() > 1) {
            words.add("checksum " + TableFormat.onOneLine(row.checksum()));
        }
        return String.join("; ", words);
    }

    private static TableColumns headings(List<TaskColumns> columns) {
        var headings = new TableColumns().left("program");
        columns.forEach(column -> headings.add(column.heading));
        return headings;
    }

    /** The columns of the whole table of a load. */
    public static List<TableColumn> headings(TaskLoad load) {
        var headings = headings(TaskColumns.wide(load));
        if (load.isHashmap()) {
            headings.left("checksum");
        }
        return headings.left("outcome").list();
    }

    private static List<String> cells(TaskRow row) {
        var cells = new ArrayList<>(List.of(row.program()));
        TaskColumns.wide(row.load()).forEach(column -> cells.add(column.text(row)));
        if (row.load().isHashmap()) {
            cells.add(row.checksum() == null ? "" : TableFormat.onOneLine(row.checksum()));
        }
        cells.add(TaskOutcomeText.cell(row));
        return cells;
    }

    private static List<String> remarks(List<TaskRow> rows) {
        return rows.stream()
                .filter(row -> row.outcome() != Outcome.OK && row.outcome() != Outcome.MISSING
                        || !row.marks().isEmpty())
                .map(row -> Stream.concat(Stream.of(TaskOutcomeText.outcome(row)), TaskOutcomeText.why(row).stream())
                        .collect(Collectors.joining("; ", row.program() + ": ", "")))
                .toList();
    }
}
