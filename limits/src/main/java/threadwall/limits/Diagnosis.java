package threadwall.limits;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * All limits on one subject, assessed.
 *
 * @param requested how many are wanted; empty when the question is how many there can be
 * @param limits the lowest first; those that do not limit the subject come last, to show that they were checked
 * @param unread what could not be read, each with the reason and what would make it readable
 */
public record Diagnosis(
        LimitSubject subject, OptionalLong requested, List<LimitAssessment> limits, List<String> unread) {

    public Diagnosis {
        limits = limits.stream()
                .sorted(Comparator.comparingLong(limit -> limit.allows().orElse(Long.MAX_VALUE)))
                .toList();
        unread = List.copyOf(unread);
    }

    /** The limits that stop the subject at some count, the lowest count first. */
    public List<LimitAssessment> stopping() {
        return limits.stream()
                .filter(limit -> limit.effect().stops() && limit.allows().isPresent())
                .toList();
    }

    /** The limit that is reached first; empty when nothing that could be read limits the subject. */
    public Optional<LimitAssessment> binding() {
        return stopping().stream().findFirst();
    }

    /** The most that there can be; empty when nothing that could be read limits it. */
    public OptionalLong most() {
        return binding().map(LimitAssessment::allows).orElse(OptionalLong.empty());
    }

    /** Whether the requested number fits; true when none was requested. */
    public boolean fits() {
        return requested.isEmpty() || limits.stream().noneMatch(limit -> limit.stops(requested.getAsLong()));
    }
}
