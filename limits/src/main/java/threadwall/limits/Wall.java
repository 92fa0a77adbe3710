package threadwall.limits;

import java.util.OptionalLong;

/**
 * One limit, read and judged.
 *
 * @param limit its name, as one would look it up: "vm.max_map_count", "pids.max of /sys/fs/cgroup/user.slice"
 * @param scope with whom its count is shared
 * @param effect what happens there
 * @param inForce its value, in its own unit; empty when it is not set ("unlimited", "max")
 * @param allows how many of the subject it gives a new process now, never negative; empty when it does not limit them
 * @param each units of the limit that one more of the subject takes: 2 or 3 maps a thread, 2 files a connection
 * @param formula how {@code allows} follows, with the numbers put in: "(65,530 − 190) / 2.00 maps a thread"
 * @param source where the formula comes from: a place in the kernel's or the JVM's source, or a manual page
 * @param setAt where {@code inForce} comes from, as far as it could be found: "/etc/sysctl.d/60-java.conf",
 *     "kernel default or set at run time"
 * @param setting what there is to change, and how
 */
public record Wall(
        String limit,
        Scope scope,
        Effect effect,
        OptionalLong inForce,
        OptionalLong allows,
        double each,
        String formula,
        String source,
        String setAt,
        Setting setting) {

    public Wall {
        allows = allows.isPresent() ? OptionalLong.of(Math.max(0, allows.getAsLong())) : allows;
    }

    /** Whether it stops so many of them; one that only {@link Effect#SLOWS slows} stops none. */
    public boolean stops(long asked) {
        return effect != Effect.SLOWS && allows.isPresent() && asked > allows.getAsLong();
    }

    /** The value it would need for so many, in its own unit; {@code inForce} where that is enough. */
    public OptionalLong valueFor(long asked) {
        if (inForce.isEmpty() || allows.isEmpty() || asked <= allows.getAsLong()) {
            return inForce;
        }
        return OptionalLong.of(inForce.getAsLong() + (long) Math.ceil((asked - allows.getAsLong()) * each));
    }

    /** The commands that make room for so many. */
    public Remedy remedy(long asked) {
        return setting.raise(inForce, valueFor(asked));
    }
}
