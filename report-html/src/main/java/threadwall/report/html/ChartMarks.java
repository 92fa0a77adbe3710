package threadwall.report.html;

import threadwall.record.StepRecord;
import threadwall.record.StepWarning;
import threadwall.report.Remark;

/** The warnings that mark a step's point in a chart: the server may be faster, or is several processes. */
final class ChartMarks {

    private ChartMarks() {}

    static boolean isMark(Remark remark) {
        return remark.warning() instanceof StepWarning.ClientBound || remark.warning() instanceof StepWarning.Sharded;
    }

    /** The outcome of a failed step with its reason: {@code FAILED: server died}. */
    static String reason(StepRecord step) {
        var words = step.outcome().name().replace('_', ' ');
        return step.reason() == null ? words : words + ": " + step.reason();
    }
}
