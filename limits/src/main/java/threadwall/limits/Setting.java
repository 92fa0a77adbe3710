package threadwall.limits;

/** Something that an administrator can set. */
public sealed interface Setting
        permits Setting.Sysctl, Setting.Fixed, CgroupLimit, ReadOnlySettings, LocalPorts, Overcommit, Rlimit, TcpMem {

    /** How to get the wall out of the way of so many, which are more than it allows. */
    Remedy raise(LimitAssessment wall, long asked);

    /**
     * A sysctl that is one number.
     *
     * @param name dotted: "kernel.pid_max"
     * @param most the highest value that helps
     * @param whyMost who does not go further
     */
    record Sysctl(String name, long most, String whyMost) implements Setting {

        /** One that goes as high as the kernel's own bound. */
        public Sysctl(String name, long most) {
            this(name, most, "the kernel takes no more");
        }

        @Override
        public Remedy raise(LimitAssessment wall, long asked) {
            long least = wall.valueFor(asked).orElseThrow();
            if (least > most) {
                return Remedy.advice("it would have to be %,d; above %,d %s".formatted(least, most, whyMost));
            }
            String from = Long.toString(wall.inForce().orElseThrow());
            return Remedy.sysctl(name, from, Long.toString(wall.roomyValueFor(asked, most)));
        }
    }

    /** Nothing can be set: the machine's memory, say. */
    record Fixed(String advice) implements Setting {

        @Override
        public Remedy raise(LimitAssessment wall, long asked) {
            return Remedy.advice(advice);
        }
    }
}
