package threadwall.limits;

import java.util.OptionalLong;

/**
 * One limit, read and judged: {@code allows = (inForce − used) / each}.
 *
 * @param limit its name, as one would look it up: "vm.max_map_count", "pids.max of /sys/fs/cgroup/user.slice"
 * @param scope with whom its count is shared
 * @param effect what happens there
 * @param inForce its value, in its own unit; empty when it is not set ("unlimited", "max") or does not count for this
 *     process (root and RLIMIT_NPROC)
 * @param used how much of it is taken before the first of the subject: by others, or by the idle JVM
 * @param each units of the limit that one more of the subject takes: 2 or 3 maps a thread, 2 files a connection
 * @param formula how {@code allows} follows, with the numbers put in: "(65,530 − 190) / 2.00 maps a thread"; without a
 *     value, why it does not count
 * @param source where the formula comes from, a place in the kernel's or the JVM's source or a manual page, and the
 *     errno or death to expect
 * @param setAt where {@code inForce} comes from, as far as it could be found: "/etc/sysctl.d/60-java.conf",
 *     "set at run time, or the kernel's default"
 * @param setting what there is to change, and how
 */
public record LimitAssessment(
        String limit,
        LimitScope scope,
        LimitEffect effect,
        OptionalLong inForce,
        long used,
        double each,
        String formula,
        String source,
        String setAt,
        Setting setting) {

    public LimitAssessment {
        if (!(each > 0)) {
            throw new IllegalArgumentException(limit + ": one more takes " + each + " of it");
        }
    }

    /** The same limit, to be changed in another way. */
    LimitAssessment by(Setting other) {
        return new LimitAssessment(limit, scope, effect, inForce, used, each, formula, source, setAt, other);
    }

    /** How many of the subject it gives a new process now, never negative; empty when it does not limit them. */
    public OptionalLong allows() {
        return inForce.isEmpty()
                ? inForce
                : OptionalLong.of(Math.max(0, (long) Math.floor((inForce.getAsLong() - used) / each)));
    }

    /** Whether so many are more than it allows, whatever happens then. */
    public boolean exceededBy(long asked) {
        return inForce.isPresent() && asked > allows().getAsLong();
    }

    /** Whether it stops so many of them; one that only {@link LimitEffect#SLOWS slows} stops none. */
    public boolean stops(long asked) {
        return effect.stops() && exceededBy(asked);
    }

    /** The value it would need for so many, in its own unit; {@code inForce} where that is enough. */
    public OptionalLong valueFor(long asked) {
        return exceededBy(asked) ? OptionalLong.of(used + (long) Math.ceil(asked * each)) : inForce;
    }

    /**
     * {@link #valueFor} with a tenth more, since others come and go, rounded up to two digits: what a remedy sets.
     *
     * @param most the highest value that can be set, if that is enough at all
     */
    long roomyValueFor(long asked, long most) {
        long exact = valueFor(asked).orElseThrow();
        double roomy = exact * 1.1;
        double digit = Math.pow(10, Math.max(0, Math.floor(Math.log10(roomy)) - 1));
        return Math.max(exact, (long) Math.min(most, Math.ceil(roomy / digit) * digit));
    }

    /** What makes room for so many; {@link Remedy#NONE nothing} where there is room. */
    public Remedy remedy(long asked) {
        return exceededBy(asked) ? setting.raise(this, asked) : Remedy.NONE;
    }
}
