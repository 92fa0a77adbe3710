package threadwall.report;

import java.util.ArrayList;
import java.util.List;
import threadwall.record.TaskRecord.Outcome;

/** What became of a row, in words. */
public final class TaskOutcomeText {

    private TaskOutcomeText() {}

    /** Of a line: {@code ok}, {@code pid_max after 32,402}, {@code stopped by time, predicted wall 812 s}. */
    public static String outcome(TaskRow row) {
        var words =
                switch (row.outcome()) {
                    case OK -> "ok";
                    case FAILED -> "failed";
                    case WALL -> (row.limit() == null ? "a wall" : row.limit()) + after(row);
                    case TIME ->
                        "stopped by time"
                                + (row.predictedSeconds() == null
                                        ? ""
                                        : ", predicted wall " + seconds(row.predictedSeconds()));
                    case MEMORY -> "out of memory" + after(row);
                    case MISSING -> "missing";
                    case WRONG -> "wrong";
                };
        return row.good() == 0 || row.outcome() == Outcome.OK
                ? words
                : "%s in %d of %d".formatted(words, row.repeats() - row.good(), row.repeats());
    }

    /** Of a table's cell: the outcome, and whether there is more to know. */
    public static String cell(TaskRow row) {
        return outcome(row) + (row.marks().isEmpty() ? "" : ", marked");
    }

    private static String after(TaskRow row) {
        return row.started() == null ? "" : " after %,d".formatted(row.started());
    }

    private static String seconds(double seconds) {
        return (seconds < 10 ? "%,.1f s" : "%,.0f s").formatted(seconds);
    }

    /** Why it is not OK, with the evidence, and what to know of its figures: sentences, none for most rows. */
    public static List<String> why(TaskRow row) {
        var sentences = new ArrayList<String>();
        if (row.outcome() != Outcome.OK) {
            if (row.reason() != null) {
                sentences.add(TableFormat.onOneLine(row.reason()));
            }
            if (row.because() != null) {
                row.because().stream().map(TableFormat::onOneLine).forEach(sentences::add);
            }
        }
        sentences.addAll(row.marks());
        return List.copyOf(sentences);
    }
}
