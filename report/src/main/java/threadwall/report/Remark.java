package threadwall.report;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import threadwall.record.StepWarning;

/**
 * What a row says besides its figures.
 *
 * @param warning that it puts into words; {@code null} for the reason why a step did not end well
 */
public record Remark(String text, StepWarning warning) {

    /** Why a step did not end well. */
    @JsonCreator
    static Remark reason(String text) {
        return new Remark(text, null);
    }

    static Remark of(StepWarning warning) {
        return new Remark(WarningText.of(warning), warning);
    }

    @JsonValue
    @Override
    public String toString() {
        return text;
    }
}
