package threadwall.limits;

import java.util.List;
import java.util.Locale;

/**
 * A resource limit of a process.
 *
 * @param item its name in limits.conf(5): "nofile", "nproc", "as"
 * @param flag its option of bash's ulimit: "n", "u", "v"
 * @param user who starts the process
 * @param now soft and hard, in the kernel's unit
 * @param unit of ulimit and limits.conf, in the kernel's unit: 1, or 1,024 for what they count in kB
 * @param most the highest value that the kernel accepts, such as {@code fs.nr_open}; {@link Long#MAX_VALUE} for any
 * @param hardCanBeRaised whether anyone can raise a hard limit here
 */
record RlimitSetting(
        String item, String flag, String user, ResourceLimit now, long unit, long most, boolean hardCanBeRaised)
        implements Setting {

    @Override
    public Remedy raise(LimitAssessment limit, long requested) {
        long least = limit.valueFor(requested).orElseThrow();
        if (now.hard().isEmpty() || least <= now.hard().getAsLong()) {
            return soft(limit.roomyValueFor(requested, now.hard().orElse(Long.MAX_VALUE)) / unit);
        }
        if (limit.effect() == LimitEffect.REFUSES_OTHERS) {
            return soft(now.hard().getAsLong() / unit);
        }
        if (!hardCanBeRaised) {
            return Remedy.advice(split(limit, requested)
                    + "a process here inherits the hard limit, and even root cannot raise it (no CAP_SYS_RESOURCE, as"
                    + " in most containers). Restart the session with a higher hard limit"
                    + byContainer(limit.roomyValueFor(requested, Long.MAX_VALUE)));
        }
        if (least <= most) {
            return hard(limit.roomyValueFor(requested, most) / unit);
        }
        long to = limit.roomyValueFor(requested, Long.MAX_VALUE);
        return Remedy.sysctl("fs.nr_open", Long.toString(most), Long.toString(to))
                .and(hard(to / unit));
    }

    /** Any user may raise a soft limit, in the shell that starts the process. */
    private Remedy soft(long to) {
        String from = now.soft().isPresent() ? Long.toString(now.soft().getAsLong() / unit) : "unlimited";
        return new Remedy(
                "run this in the shell that starts the process; only the permanent setting needs root",
                List.of("ulimit -S" + flag + " " + to),
                List.of("echo '" + user + " soft " + item + " " + to + "' > " + file()),
                List.of("rm -f " + file(), "ulimit -S" + flag + " " + from));
    }

    private Remedy hard(long to) {
        String command =
                item.equals("as") ? "prlimit --as=" + to * unit + " " : "ops/ulim.sh --" + item + " " + to + " ";
        return new Remedy(
                "permanent from the next login on; for a service, set Limit" + item.toUpperCase(Locale.ROOT)
                        + "= in its unit instead",
                List.of(command + "COMMAND"),
                List.of("echo '" + user + " - " + item + " " + to + "' > " + file()),
                List.of("rm -f " + file()));
    }

    /** Advice to use several processes, if the limit is one that ./threadwall sweep can split by. */
    private String split(LimitAssessment limit, long requested) {
        long each = limit.allows().orElse(0);
        return item.equals("nofile") && each > 0
                ? "split it over %,d server processes of at most %,d each, as ./threadwall sweep does automatically; "
                        .formatted(Math.ceilDiv(requested, each), each)
                : "";
    }

    /** Docker and Podman have no --ulimit as. */
    private String byContainer(long value) {
        return item.equals("as") ? "" : "; for a container: --ulimit " + item + "=" + value;
    }

    private String file() {
        return "/etc/security/limits.d/99-threadwall-" + item + ".conf";
    }
}
