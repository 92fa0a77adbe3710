package threadwall.report.html;

import threadwall.record.StepRecord;
import threadwall.record.StepWarning;
import threadwall.report.Remark;

/** The warnings of a step that mark its point in a chart: the server may be faster, or is several processes. */
final class ChartMarks {

    private ChartMarks() {}

    static boolean isMark(Remark remark) {
        return remark.warning() instanceof StepWarning.ClientBound || remark.warning() instanceof StepWarning.Sharded;
    }

    /** How a step ended that did not end well: {@code FAILED: server died}. */
    static String reason(StepRecord step) {
        var words = step.outcome().name().replace('_', ' ');
        return step.reason() == null ? words : words + ": " + step.reason();
    }
}
