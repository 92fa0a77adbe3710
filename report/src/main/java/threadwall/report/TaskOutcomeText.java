package threadwall.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import threadwall.record.TaskRecord.Outcome;

/** The outcome of a row, in words. */
public final class TaskOutcomeText {

    private TaskOutcomeText() {}

    /** For a line of text: {@code ok}, {@code pid_max after 32,402}, {@code stopped by time, predicted wall 812 s}. */
    public static String outcome(TaskRow row) {
        var predicted = row.rowOutcome().predictedSeconds();
        var words =
                switch (row.outcome()) {
                    case OK -> "ok";
                    case FAILED -> "failed";
                    case WALL -> Objects.requireNonNullElse(row.rowOutcome().limit(), "a wall") + after(row);
                    case TIME ->
                        "stopped by time" + (predicted == null ? "" : ", predicted wall " + seconds(predicted));
                    case MEMORY -> "out of memory" + after(row);
                    case MISSING -> "missing";
                    case WRONG -> "wrong";
                };
        return row.good() == 0 || row.outcome() == Outcome.OK
                ? words
                : "%s in %d of %d".formatted(words, row.repeats() - row.good(), row.repeats());
    }

    /** For a cell of a table: the outcome, and whether there are marks. */
    public static String cell(TaskRow row) {
        return outcome(row) + (row.marks().isEmpty() ? "" : ", marked");
    }

    private static String after(TaskRow row) {
        return row.rowOutcome().started() == null
                ? ""
                : " after %,d".formatted(row.rowOutcome().started());
    }

    private static String seconds(double seconds) {
        return (seconds < 10 ? "%,.1f s" : "%,.0f s").formatted(seconds);
    }

    /** Sentences that say why the row is not OK, with the evidence, then its marks. Most rows have none. */
    public static List<String> why(TaskRow row) {
        var sentences = new ArrayList<String>();
        if (row.outcome() != Outcome.OK) {
            if (row.rowOutcome().reason() != null) {
                sentences.add(TableFormat.onOneLine(row.rowOutcome().reason()));
            }
            if (row.rowOutcome().because() != null) {
                row.rowOutcome().because().stream().map(TableFormat::onOneLine).forEach(sentences::add);
            }
        }
        sentences.addAll(row.marks());
        return List.copyOf(sentences);
    }
}
