package threadwall.limits;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * All limits on one subject, judged.
 *
 * @param asked how many are wanted; empty when the question is how many there can be
 * @param walls the lowest first; those that do not limit it last, so that a reader sees that they were looked at
 * @param unread what could not be read, each with the reason and what would make it readable
 */
public record Diagnosis(LimitSubject subject, OptionalLong asked, List<LimitAssessment> walls, List<String> unread) {

    public Diagnosis {
        walls = walls.stream()
                .sorted(Comparator.comparingLong(wall -> wall.allows().orElse(Long.MAX_VALUE)))
                .toList();
        unread = List.copyOf(unread);
    }

    /** Those that stop it sooner or later, the one that binds first in front. */
    public List<LimitAssessment> stopping() {
        return walls.stream()
                .filter(wall -> wall.effect().stops() && wall.allows().isPresent())
                .toList();
    }

    /** The one that binds first; empty when nothing that could be read limits it. */
    public Optional<LimitAssessment> binding() {
        return stopping().stream().findFirst();
    }

    /** The most that there can be; empty when nothing that could be read limits it. */
    public OptionalLong most() {
        return binding().map(LimitAssessment::allows).orElse(OptionalLong.empty());
    }

    /** Whether what was asked fits; true when nothing was asked. */
    public boolean fits() {
        return asked.isEmpty() || walls.stream().noneMatch(wall -> wall.stops(asked.getAsLong()));
    }
}
