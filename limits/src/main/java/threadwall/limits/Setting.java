package threadwall.limits;

/** A setting that an administrator can change. */
public sealed interface Setting
        permits Setting.Sysctl,
                Setting.Fixed,
                CgroupSetting,
                ReadOnlySetting,
                PortRangeSetting,
                OvercommitSetting,
                RlimitSetting,
                TcpMemSetting {

    /** How to make room for the requested number, which exceeds the limit. */
    Remedy raise(LimitAssessment limit, long requested);

    /**
     * A sysctl that is one number.
     *
     * @param name dotted: "kernel.pid_max"
     * @param most the highest value that helps
     * @param whyMost why a higher value does not help
     */
    record Sysctl(String name, long most, String whyMost) implements Setting {

        /** A sysctl that can be raised to the kernel's own bound. */
        public Sysctl(String name, long most) {
            this(name, most, "the kernel takes no more");
        }

        @Override
        public Remedy raise(LimitAssessment limit, long requested) {
            long least = limit.valueFor(requested).orElseThrow();
            if (least > most) {
                return Remedy.advice("it would have to be %,d; above %,d %s".formatted(least, most, whyMost));
            }
            String from = Long.toString(limit.inForce().orElseThrow());
            return Remedy.sysctl(name, from, Long.toString(limit.roomyValueFor(requested, most)));
        }
    }

    /** Nothing can be set: the machine's memory, for example. */
    record Fixed(String advice) implements Setting {

        @Override
        public Remedy raise(LimitAssessment limit, long requested) {
            return Remedy.advice(advice);
        }
    }
}
