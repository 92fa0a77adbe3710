package threadwall.limits;

import java.util.List;
import java.util.OptionalLong;

/** Something that an administrator can set. */
public sealed interface Setting {

    /** How to get from one value to another; empty values are "unlimited". */
    Remedy raise(OptionalLong from, OptionalLong to);

    /** A sysctl that is one number, by its dotted name. */
    record Sysctl(String name) implements Setting {

        @Override
        public Remedy raise(OptionalLong from, OptionalLong to) {
            var file = "/etc/sysctl.d/90-threadwall-" + name + ".conf";
            return new Remedy(
                    null,
                    List.of("sysctl -w " + name + "=" + to.getAsLong()),
                    List.of("echo '" + name + " = " + to.getAsLong() + "' > " + file),
                    List.of("rm -f " + file, "sysctl -w " + name + "=" + from.getAsLong()));
        }
    }

    /** Nothing can be set: the machine's memory, say. */
    record Fixed(String advice) implements Setting {

        @Override
        public Remedy raise(OptionalLong from, OptionalLong to) {
            return Remedy.advice(advice);
        }
    }
}
