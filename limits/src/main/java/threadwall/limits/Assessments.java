package threadwall.limits;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;

/** What the rules find, one after the other: a wall each, or why there is none. */
final class Assessments {

    private final SystemSnapshot situation;
    private final List<LimitAssessment> walls = new ArrayList<>();
    private final List<String> unread;

    Assessments(SystemSnapshot situation) {
        this.situation = situation;
        unread = new ArrayList<>(situation.unread());
    }

    SystemSnapshot situation() {
        return situation;
    }

    /**
     * Whether all values of a rule are there; else it is noted that they are not.
     *
     * @param files where they would be
     */
    boolean readable(String limit, String files, Object... values) {
        boolean all = Arrays.stream(values).noneMatch(Objects::isNull);
        if (!all) {
            unread.add(limit + ": cannot be read from " + files);
        }
        return all;
    }

    void add(LimitAssessment wall) {
        walls.add(wall.by(situation.origins().reachable(wall.setting())));
    }

    /** A sysctl that is one number, and refuses. */
    void sysctl(
            String name,
            LimitScope scope,
            long inForce,
            long used,
            double each,
            String formula,
            String source,
            long most) {
        add(new LimitAssessment(
                name,
                scope,
                LimitEffect.REFUSES,
                OptionalLong.of(inForce),
                used,
                each,
                formula,
                source,
                setAt(name, inForce),
                new Setting.Sysctl(name, most)));
    }

    String setAt(String sysctl, Object inForce) {
        return situation.origins().sysctl(sysctl, inForce.toString());
    }

    Diagnosis diagnosis(LimitSubject subject, OptionalLong asked) {
        return new Diagnosis(subject, asked, walls, unread);
    }
}
