package threadwall.limits;

import java.util.OptionalLong;

/** A setting that an administrator can change. */
public sealed interface Setting
        permits Setting.Sysctl,
                Setting.Fixed,
                CgroupSetting,
                ReadOnlySetting,
                PortRangeSetting,
                OvercommitSetting,
                RlimitSetting,
                RunningRlimitSetting,
                TcpMemSetting {

    /** How to make room for the requested number, which exceeds the limit. */
    Remedy raise(LimitAssessment limit, long requested);

    /**
     * A sysctl that is one number.
     *
     * @param name dotted: "kernel.pid_max"
     * @param most the highest value that helps
     * @param whyMost why a higher value does not help: the part of the sentence before "at most"
     * @param afterBoot what the files of sysctl.d(5) set it to at the next boot; empty where none has it
     */
    record Sysctl(String name, long most, String whyMost, OptionalLong afterBoot) implements Setting {

        /** A sysctl that can be raised to the kernel's own bound. */
        public Sysctl(String name, long most, OptionalLong afterBoot) {
            this(name, most, "the kernel accepts", afterBoot);
        }

        @Override
        public Remedy raise(LimitAssessment limit, long requested) {
            long least = limit.valueFor(requested).orElseThrow();
            if (least > most) {
                return Remedy.advice("this needs %,d, but %s at most %,d".formatted(least, whyMost, most));
            }
            String from = Long.toString(limit.inForce().orElseThrow());
            long to = limit.roomyValueFor(requested, most);
            var remedy = Remedy.sysctl(name, from, Long.toString(to));
            return afterBoot.isPresent() && afterBoot.getAsLong() >= to
                    ? remedy.untilBoot("the next boot sets it to %,d".formatted(afterBoot.getAsLong()))
                    : remedy;
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
