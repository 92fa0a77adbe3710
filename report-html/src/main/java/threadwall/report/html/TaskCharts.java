package threadwall.report.html;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import threadwall.record.TaskRecord.Outcome;
import threadwall.report.TableColumns;
import threadwall.report.TaskColumns;
import threadwall.report.TaskOutcomeText;
import threadwall.report.TaskRow;
import threadwall.report.TaskTable;

/** Figures of sleeping tasks against their number, a line for each program. */
record TaskCharts(List<Integer> numbers, Map<String, List<TaskRow>> programs) {

    private static final String TASKS = "tasks";

    /** Empty for fewer than two numbers of tasks. */
    static List<Chart> of(TaskTable table, SizeBudget budget) {
        var rows = table.rows().stream()
                .filter(row -> row.load().isSleep() && row.outcome() != Outcome.MISSING)
                .toList();
        var numbers = rows.stream().map(TaskRow::tasks).distinct().sorted().toList();
        if (numbers.size() < 2) {
            return List.of();
        }
        var programs =
                rows.stream().collect(Collectors.groupingBy(TaskRow::program, LinkedHashMap::new, Collectors.toList()));
        while (programs.size() > budget.series()) {
            programs.pollLastEntry();
        }
        var charts = new TaskCharts(numbers, programs);
        return Stream.of(
                        charts.chart(
                                "bytes",
                                "Bytes per task, by number of tasks",
                                "bytes per task, all costs included",
                                "With more tasks, each bears a smaller share of the runtime's own memory; where a line is flat,"
                                        + " it is the task's own.",
                                TaskColumns.BYTES,
                                true),
                        charts.chart(
                                "start",
                                "Time to start all tasks",
                                "ms",
                                "From the first task's start to the end of the loop that starts the tasks.",
                                TaskColumns.START_MILLIS,
                                false),
                        charts.chart(
                                "late",
                                "Lateness of the latest task",
                                "ms",
                                "By how much the latest task overslept.",
                                TaskColumns.LATE,
                                false))
                .filter(chart -> !chart.spec().series().isEmpty())
                .toList();
    }

    private Chart chart(String id, String title, String axis, String note, TaskColumns column, boolean bytes) {
        var series = programs.entrySet().stream()
                .map(entry -> series(entry.getKey(), entry.getValue(), column))
                .filter(one -> one.values().stream().anyMatch(Objects::nonNull) || one.gaps() != null)
                .toList();
        var values = series.stream()
                .flatMap(one -> one.values().stream())
                .filter(Objects::nonNull)
                .mapToDouble(Number::doubleValue)
                .filter(value -> value > 0); // one task may take less time than the clock can measure
        var x = new ChartSpec.X(
                TASKS, List.copyOf(numbers), Charts.isWide(numbers.stream().mapToDouble(number -> number)), false);
        return new Chart(
                id,
                title,
                "Chart: %s, a line for each program. The table below it has the same figures.".formatted(title),
                new ChartSpec(title, x, new ChartSpec.Y(axis, Charts.isWide(values), bytes), series),
                note
                        + " Points are medians of the repeats that ended well, bars their range; a cross marks a row that did not"
                        + " finish.",
                cells(column));
    }

    private ChartSpec.Series series(String program, List<TaskRow> rows, TaskColumns column) {
        var points = new TaskRow[numbers.size()];
        rows.forEach(row -> points[numbers.indexOf(row.tasks())] = row);
        return ChartSpec.Series.medians(
                program,
                program,
                false,
                Stream.of(points)
                        .map(row -> row == null || !row.isGood() ? null : column.of(row))
                        .toList(),
                ChartSpec.Series.texts(points, row -> row.isGood() ? text(row) : null),
                ChartSpec.Series.texts(points, row -> row.isGood() ? null : text(row)));
    }

    private static String text(TaskRow row) {
        var words = new ArrayList<String>();
        if (row.outcome() != Outcome.OK) {
            words.add(PlainText.name(TaskOutcomeText.outcome(row)));
        }
        row.marks().stream()
                .map(mark -> PlainText.brief(mark, RatioCaveats.REASON))
                .forEach(words::add);
        return words.isEmpty() ? null : String.join("; ", words);
    }

    private ChartTable cells(TaskColumns column) {
        var columns = new TableColumns().left("program");
        numbers.forEach(number -> columns.right(PlainText.count(number)));
        var lines = new ArrayList<List<String>>();
        programs.forEach((program, rows) -> {
            var line = new ArrayList<>(List.of(program));
            for (var number : numbers) {
                line.add(rows.stream()
                        .filter(row -> row.tasks() == number)
                        .findFirst()
                        .map(row -> row.isGood() ? column.text(row) : PlainText.name(TaskOutcomeText.outcome(row)))
                        .orElse(""));
            }
            lines.add(line);
        });
        return new ChartTable(columns.list(), lines);
    }
}
