package threadwall.report.html;

import java.util.regex.Pattern;
import threadwall.record.StepRecord;

/** The remarks of a step that mark its point in a chart. */
final class ChartMarks {

    private static final Pattern CLIENT_BOUND = Pattern.compile("client-bound\\b.*", Pattern.DOTALL);
    private static final Pattern SHARDED = Pattern.compile("sharded over \\d+\\b.*", Pattern.DOTALL);

    private ChartMarks() {}

    static boolean isMark(String remark) {
        return isClientBound(remark) || isSharded(remark);
    }

    /** The client had no more to give: the server may be faster. */
    static boolean isClientBound(String remark) {
        return CLIENT_BOUND.matcher(remark).matches();
    }

    /** Several server processes served it together. */
    static boolean isSharded(String remark) {
        return SHARDED.matcher(remark).matches();
    }

    /** How a step ended that did not end well: {@code FAILED: server died}. */
    static String reason(StepRecord step) {
        var words = step.outcome().name().replace('_', ' ');
        return step.reason() == null ? words : words + ": " + step.reason();
    }
}
