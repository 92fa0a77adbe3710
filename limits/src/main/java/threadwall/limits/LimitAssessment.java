package threadwall.limits;

import java.util.OptionalLong;

/**
 * One limit with its value, its use and what it allows: {@code allows = (inForce − used) / each}.
 *
 * @param name as in its documentation: "vm.max_map_count", "pids.max of /sys/fs/cgroup/user.slice"
 * @param scope which processes share its count
 * @param effect what happens when it is reached
 * @param inForce its value, in its own unit; empty when it is not set ("unlimited", "max") or does not count for this
 *     process (root and RLIMIT_NPROC)
 * @param used how much is in use before the first of the subject: by other processes, or by the idle JVM
 * @param each units of the limit that one more of the subject takes: 2 or 3 maps a thread, 2 files a connection
 * @param formula how {@code allows} follows, with the numbers filled in: "(65,530 − 190) / 2.00 maps a thread"; if the
 *     limit has no value, why it does not apply
 * @param source where the formula comes from: a place in the kernel's or the JVM's source, or a manual page
 * @param response what the process gets at the limit: an errno, a signal, or what the kernel does: "EAGAIN", "SIGKILL"
 * @param setAt where {@code inForce} was set, as far as files tell: "/etc/sysctl.d/60-java.conf", "set at run time, or
 *     the kernel's default"
 * @param setting what an administrator can change, and how
 */
public record LimitAssessment(
        String name,
        LimitScope scope,
        LimitEffect effect,
        OptionalLong inForce,
        long used,
        double each,
        String formula,
        String source,
        String response,
        String setAt,
        Setting setting) {

    public LimitAssessment {
        if (!(each > 0)) {
            throw new IllegalArgumentException(
                    name + ": cost of one more thread or connection must be above 0, not " + each);
        }
    }

    /** The same limit, set in another way. */
    LimitAssessment with(Setting other) {
        return new LimitAssessment(name, scope, effect, inForce, used, each, formula, source, response, setAt, other);
    }

    /** How many of the subject a new process can have now, never negative; empty when the limit does not apply. */
    public OptionalLong allows() {
        return inForce.isEmpty()
                ? inForce
                : OptionalLong.of(Math.max(0, (long) Math.floor((inForce.getAsLong() - used) / each)));
    }

    /** Whether the requested number exceeds the limit, whatever the effect. */
    public boolean exceededBy(long requested) {
        return inForce.isPresent() && requested > allows().getAsLong();
    }

    /** Whether the limit stops the requested number; one that only {@link LimitEffect#SLOWS slows} stops nothing. */
    public boolean stops(long requested) {
        return effect.stops() && exceededBy(requested);
    }

    /** The value that the requested number needs, in the limit's own unit; {@code inForce} where that is enough. */
    public OptionalLong valueFor(long requested) {
        return exceededBy(requested) ? OptionalLong.of(used + (long) Math.ceil(requested * each)) : inForce;
    }

    /**
     * The value that a remedy sets: {@link #valueFor} plus 10%, since other processes come and go, rounded up to two digits.
     *
     * @param most the highest value that can be set; the result never exceeds it unless {@link #valueFor} does
     */
    long roomyValueFor(long requested, long most) {
        long exact = valueFor(requested).orElseThrow();
        double roomy = exact * 1.1;
        double digit = Math.pow(10, Math.max(0, Math.floor(Math.log10(roomy)) - 1));
        return Math.max(exact, (long) Math.min(most, Math.ceil(roomy / digit) * digit));
    }

    /** What makes room for the requested number; {@link Remedy#NONE nothing} where there is room. */
    public Remedy remedy(long requested) {
        return exceededBy(requested) ? setting.raise(this, requested) : Remedy.NONE;
    }
}
