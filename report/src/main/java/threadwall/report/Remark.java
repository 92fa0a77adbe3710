package threadwall.report;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
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

    /**
     * Warnings of one kind, of all repeats: one remark for the worst, or each text once where the kind has no single
     * figure.
     */
    static List<Remark> of(List<? extends StepWarning> repeats) {
        var byText = new LinkedHashMap<String, StepWarning>();
        repeats.forEach(warning -> byText.putIfAbsent(WarningText.of(warning), warning));
        var worst = repeats.stream()
                .filter(warning -> WarningText.severity(warning).isPresent())
                .max(Comparator.comparingDouble(
                        warning -> WarningText.severity(warning).getAsDouble()));
        if (byText.size() > 1 && worst.isPresent()) {
            return List.of(new Remark(WarningText.worst(worst.get()), worst.get()));
        }
        return byText.entrySet().stream()
                .map(warning -> new Remark(warning.getKey(), warning.getValue()))
                .toList();
    }

    @JsonValue
    @Override
    public String toString() {
        return text;
    }
}
