package threadwall.limits;

import java.util.List;

/** Something that an administrator can set. */
public sealed interface Setting {

    /** How to get the wall out of the way of so many, which are more than it allows. */
    Remedy raise(Wall wall, long asked);

    /**
     * A sysctl that is one number.
     *
     * @param name dotted: "kernel.pid_max"
     * @param most the highest value that the kernel takes
     */
    record Sysctl(String name, long most) implements Setting {

        public Sysctl(String name) {
            this(name, Integer.MAX_VALUE);
        }

        @Override
        public Remedy raise(Wall wall, long asked) {
            long to = wall.valueFor(asked).orElseThrow();
            if (to > most) {
                return Remedy.advice(
                        "%s = %,d would be needed; the kernel takes %,d at most".formatted(name, to, most));
            }
            // the last of the same key wins, and Debian's own files go up to 99-sysctl.conf
            var file = "/etc/sysctl.d/99-threadwall-" + name + ".conf";
            return new Remedy(
                    null,
                    List.of("sysctl -w " + name + "=" + to),
                    List.of("echo '" + name + " = " + to + "' > " + file),
                    List.of(
                            "rm -f " + file,
                            "sysctl -w " + name + "=" + wall.inForce().orElseThrow()));
        }
    }

    /** Nothing can be set: the machine's memory, say. */
    record Fixed(String advice) implements Setting {

        @Override
        public Remedy raise(Wall wall, long asked) {
            return Remedy.advice(advice);
        }
    }
}
