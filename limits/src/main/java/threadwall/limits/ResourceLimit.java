package threadwall.limits;

import java.util.OptionalLong;

/**
 * One resource limit of a process.
 *
 * @param soft the limit in force; empty is unlimited
 * @param hard what the process may raise {@code soft} to without CAP_SYS_RESOURCE; empty is unlimited
 */
public record ResourceLimit(OptionalLong soft, OptionalLong hard) {

    static ResourceLimit parse(String soft, String hard) {
        return new ResourceLimit(value(soft), value(hard));
    }

    private static OptionalLong value(String text) {
        return text.equals("unlimited") ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(text));
    }

    /** Soft and hard as {@code /proc/PID/limits} shows them: "1024/unlimited". */
    @Override
    public String toString() {
        return text(soft) + "/" + text(hard);
    }

    private static String text(OptionalLong value) {
        return value.isPresent() ? Long.toString(value.getAsLong()) : "unlimited";
    }
}
