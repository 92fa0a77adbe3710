package threadwall.report.html;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import threadwall.report.TaskColumns;
import threadwall.report.TaskLoad;
import threadwall.report.TaskRow;
import threadwall.report.TaskTable;

/** The main finding of a run of tasks, as one sentence made from its figures. */
final class TaskHeadline {

    private TaskHeadline() {}

    static String of(TaskTable table) {
        var sleep = table.byLoad().entrySet().stream()
                .filter(entry -> entry.getKey().isSleep()
                        && !good(entry.getValue(), TaskColumns.BYTES).isEmpty())
                .max(Comparator.comparing(entry -> entry.getKey().tasks()));
        if (sleep.isPresent()) {
            var load = sleep.get().getKey();
            return load.isFootprint()
                    ? footprint(sleep.get().getValue())
                    : bytes(load, taskEach(good(sleep.get().getValue(), TaskColumns.BYTES)));
        }
        var ring = table.byLoad().entrySet().stream()
                .filter(entry -> entry.getKey().isRing()
                        && !good(entry.getValue(), TaskColumns.RATE).isEmpty())
                .max(Comparator.comparing(entry -> entry.getKey().tasks()));
        if (ring.isPresent()) {
            return ring(ring.get().getKey(), good(ring.get().getValue(), TaskColumns.RATE));
        }
        return table.byLoad().entrySet().stream()
                .filter(entry -> entry.getKey().isHashmap()
                        && !good(entry.getValue(), TaskColumns.TOTAL).isEmpty())
                .findFirst()
                .map(entry -> hashmap(entry.getKey(), good(entry.getValue(), TaskColumns.TOTAL)))
                .orElse("No program finished, so there is nothing to compare.");
    }

    /** The rows with the figure, the smallest first. */
    private static List<TaskRow> good(List<TaskRow> rows, TaskColumns column) {
        return rows.stream()
                .filter(row -> row.isGood() && column.of(row) != null)
                .sorted(Comparator.comparing(row -> column.of(row).median()))
                .toList();
    }

    /** Rows with a task each. In "-joined" programs one task drives all, so they count only when there is nothing else. */
    private static List<TaskRow> taskEach(List<TaskRow> rows) {
        var each =
                rows.stream().filter(row -> !row.program().endsWith("-joined")).toList();
        return each.isEmpty() ? rows : each;
    }

    private static String footprint(List<TaskRow> rows) {
        var good = good(rows, TaskColumns.OWN);
        var least = good.getFirst();
        var most = good.getLast();
        return "With one task %s is the smallest, %s MB%s."
                .formatted(
                        least.program(),
                        TaskColumns.OWN.median(least),
                        most == least
                                ? ""
                                : ", and %s the largest, %s MB"
                                        .formatted(most.program(), TaskColumns.OWN.median(most)));
    }

    private static String bytes(TaskLoad load, List<TaskRow> rows) {
        var least = rows.getFirst();
        var clauses = new ArrayList<String>();
        clauses.add("At %,d tasks %s costs the least, %s bytes per task including the runtime and the kernel's share%s"
                .formatted(load.tasks(), least.program(), TaskColumns.BYTES.median(least), late(least)));
        first(rows, least, row -> row.program().startsWith("kilim"))
                .ifPresent(row -> clauses.add(besides("the best of Kilim's fibers", row)));
        first(rows, least, row -> row.program().startsWith("java-virtual"))
                .ifPresent(row -> clauses.add(besides("the best virtual threads", row)));
        var most = rows.getLast();
        if (most != least) {
            clauses.add("%s takes the most, %s".formatted(most.program(), TaskColumns.BYTES.median(most)));
        }
        return String.join("; ", clauses) + repeats(rows) + ".";
    }

    /** Says that the figures are medians, where rows were repeated. */
    private static String repeats(List<TaskRow> rows) {
        int most = rows.stream().mapToInt(TaskRow::good).max().orElse(0);
        return most > 1 ? " (medians of %d repeats)".formatted(most) : "";
    }

    /** Empty when it is the smallest of all, which the sentence names already. */
    private static Optional<TaskRow> first(List<TaskRow> rows, TaskRow least, Predicate<TaskRow> which) {
        return rows.stream().filter(which).findFirst().filter(row -> row != least);
    }

    private static String besides(String what, TaskRow row) {
        return "%s (%s) %s%s".formatted(what, row.program(), TaskColumns.BYTES.median(row), late(row));
    }

    private static String late(TaskRow row) {
        var late = TaskColumns.LATE.of(row);
        if (late == null) {
            return "";
        }
        return late.median() >= 1_000
                ? String.format(Locale.ROOT, ", its latest task %,.1f s late", late.median() / 1_000)
                : String.format(Locale.ROOT, ", its latest task %,.0f ms late", late.median());
    }

    private static String hashmap(TaskLoad load, List<TaskRow> rows) {
        var first = rows.getFirst();
        var smallest = good(rows, TaskColumns.RSS);
        var clauses = new ArrayList<String>();
        clauses.add("With %s, %s finished first, after %s s%s"
                .formatted(load.words(), first.program(), TaskColumns.TOTAL.median(first), memory(first)));
        if (!smallest.isEmpty() && smallest.getFirst() != first) {
            var small = smallest.getFirst();
            clauses.add("%s took the least memory, %s MB, in %s s"
                    .formatted(small.program(), TaskColumns.RSS.median(small), TaskColumns.TOTAL.median(small)));
        }
        return String.join("; ", clauses) + repeats(rows) + ".";
    }

    /** @param rows the slowest first */
    private static String ring(TaskLoad load, List<TaskRow> rows) {
        var fastest = rows.getLast();
        var slowest = rows.getFirst();
        return "With %s, %s is the fastest, %s messages per second%s%s."
                .formatted(
                        load.words(),
                        fastest.program(),
                        TaskColumns.RATE.median(fastest),
                        slowest == fastest
                                ? ""
                                : ", and %s the slowest, %s"
                                        .formatted(slowest.program(), TaskColumns.RATE.median(slowest)),
                        repeats(rows));
    }

    private static String memory(TaskRow row) {
        var text = TaskColumns.RSS.median(row);
        return text.isEmpty() ? "" : ", with " + text + " MB";
    }
}
