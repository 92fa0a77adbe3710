package threadwall.limits;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;

/** What the rules find, one after the other: a wall each, or why there is none. */
final class Findings {

    private final Situation situation;
    private final List<Wall> walls = new ArrayList<>();
    private final List<String> unread;

    Findings(Situation situation) {
        this.situation = situation;
        unread = new ArrayList<>(situation.unread());
    }

    Situation situation() {
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

    void add(Wall wall) {
        walls.add(wall.by(situation.origins().reachable(wall.setting())));
    }

    /** A sysctl that is one number, and refuses. */
    void sysctl(
            String name, Scope scope, long inForce, long used, double each, String formula, String source, long most) {
        add(new Wall(
                name,
                scope,
                Effect.REFUSES,
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

    Diagnosis diagnosis(Subject subject, OptionalLong asked) {
        return new Diagnosis(subject, asked, walls, unread);
    }
}
