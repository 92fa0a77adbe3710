package threadwall.report.claims;

import java.util.Collection;

/** Whether a claim holds. */
public enum Verdict {
    HOLDS("holds"),
    HOLDS_IN_PART("holds in part"),
    DOES_NOT_HOLD("does not hold"),
    /** The experiment cannot be run on the machines of this project. */
    CANNOT_BE_TESTED("cannot be tested here"),
    /** The experiment can be run, and no record of it is published. This is a gap, and no judgement. */
    NOT_TESTED_YET("not tested yet");

    private final String words;

    Verdict(String words) {
        this.words = words;
    }

    public String words() {
        return words;
    }

    /** Of a claim that says several things at once: a part holds unless all hold or none. */
    static Verdict ofAll(Collection<Verdict> parts) {
        var different = parts.stream().distinct().toList();
        return different.size() == 1 ? different.getFirst() : HOLDS_IN_PART;
    }

    /** Of a claim about most of several cases: it holds when it holds in more than half of them. */
    static Verdict ofMost(Collection<Verdict> cases) {
        long hold = cases.stream().filter(HOLDS::equals).count();
        return 2 * hold > cases.size() ? HOLDS : DOES_NOT_HOLD;
    }
}
