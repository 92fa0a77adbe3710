package threadwall.report.html;

import java.util.ArrayList;
import java.util.List;
import threadwall.record.StepNames;
import threadwall.record.StepRecord;
import threadwall.record.StepRecord.Outcome;
import threadwall.record.StepWarning;
import threadwall.report.Remark;
import threadwall.report.SweepRow;

/**
 * One server at one concurrency in one run: a point of a chart, a row of a table.
 *
 * @param run the run's label; empty in a report of a single run
 * @param nth index of the run
 * @param steps its repeats
 */
record ReportEntry(String run, int nth, SweepRow row, List<StepRecord> steps) {

    /** The name of its line. */
    String series() {
        return labelled(server());
    }

    /** The name of a line over several numbers of workers. */
    String seriesOfWorkers() {
        return labelled(asked());
    }

    private String labelled(String server) {
        return run.isEmpty() ? server : server + " · " + PlainText.name(run);
    }

    /** The name of the server without a number of workers. */
    String asked() {
        return PlainText.name(StepNames.asked(steps.getFirst().asked()));
    }

    String server() {
        return PlainText.name(row.server());
    }

    /** The number that was asked for; {@code null} for the server's own choice. */
    Integer workers() {
        return steps.getFirst().asked().servers().workers();
    }

    int concurrency() {
        return row.workload().concurrency();
    }

    /** Whether a repeat ended well and has a rate, so that it can be compared. */
    boolean hasRate() {
        return row.responses().requestsPerSecond() != null;
    }

    /** What to know before its figures are compared: client-bound, sharded, failed repeats. */
    List<String> marks() {
        var marks = new ArrayList<String>();
        row.remarks().stream().filter(ReportEntry::isMark).map(Remark::text).forEach(marks::add);
        if (row.good() > 0 && row.good() < row.repeats()) {
            marks.add("%d of %s did not end well".formatted(row.repeats() - row.good(), repeats()));
        }
        return marks;
    }

    /** Whether it warns that the server may be faster, or is several processes. */
    private static boolean isMark(Remark remark) {
        return remark.warning() instanceof StepWarning.ClientBound
                || remark.warning() instanceof StepWarning.ClientHostBusy
                || remark.warning() instanceof StepWarning.FewArrivals
                || remark.warning() instanceof StepWarning.Sharded;
    }

    String repeats() {
        return PlainText.plural(row.repeats(), "repeat");
    }

    /** Why there is no figure; {@code null} where there is one. */
    String gap() {
        if (row.good() > 0) {
            return null;
        }
        var first = steps.stream().filter(step -> step.outcome() != Outcome.OK).findFirst();
        return first.map(ReportEntry::reason).orElse("not measured");
    }

    /** The outcome of a failed step with its reason: {@code FAILED: server died}. */
    static String reason(StepRecord step) {
        var words = step.outcome().name().replace('_', ' ');
        return step.reason() == null ? words : words + ": " + step.reason();
    }
}
