package threadwall.limits;

import java.util.List;
import java.util.Locale;

/**
 * A resource limit of a process.
 *
 * @param item as limits.conf(5) calls it: "nofile", "nproc", "as"
 * @param flag as bash's ulimit calls it: "n", "u", "v"
 * @param user who starts the process
 * @param now soft and hard, in the kernel's unit
 * @param unit of both ulimit and limits.conf in the kernel's: 1, or 1,024 for what they count in kB
 * @param most what the kernel takes, {@code fs.nr_open} say; {@link Long#MAX_VALUE} where it takes all
 * @param hardCanBeRaised whether anybody can raise a hard limit here
 */
record Rlimit(String item, String flag, String user, ResourceLimit now, long unit, long most, boolean hardCanBeRaised)
        implements Setting {

    @Override
    public Remedy raise(LimitAssessment wall, long asked) {
        long least = wall.valueFor(asked).orElseThrow();
        if (now.hard().isEmpty() || least <= now.hard().getAsLong()) {
            return soft(wall.roomyValueFor(asked, now.hard().orElse(Long.MAX_VALUE)) / unit);
        }
        if (wall.effect() == LimitEffect.REFUSES_OTHERS) {
            return soft(now.hard().getAsLong() / unit);
        }
        if (!hardCanBeRaised) {
            return Remedy.advice(split(wall, asked)
                    + "the hard limit is inherited, and not even root can raise it here, without CAP_SYS_RESOURCE as in"
                    + " most containers; whoever starts this has to give more"
                    + byContainer(wall.roomyValueFor(asked, Long.MAX_VALUE)));
        }
        if (least <= most) {
            return hard(wall.roomyValueFor(asked, most) / unit);
        }
        long to = wall.roomyValueFor(asked, Long.MAX_VALUE);
        return Remedy.sysctl("fs.nr_open", Long.toString(most), Long.toString(to))
                .and(hard(to / unit));
    }

    /** Anybody may, in the shell that starts the process. */
    private Remedy soft(long to) {
        String from = now.soft().isPresent() ? Long.toString(now.soft().getAsLong() / unit) : "unlimited";
        return new Remedy(
                "in the shell that starts it; no root needed but to keep it",
                List.of("ulimit -S" + flag + " " + to),
                List.of("echo '" + user + " soft " + item + " " + to + "' > " + file()),
                List.of("rm -f " + file(), "ulimit -S" + flag + " " + from));
    }

    private Remedy hard(long to) {
        String command =
                item.equals("as") ? "prlimit --as=" + to * unit + " " : "ops/ulim.sh --" + item + " " + to + " ";
        return new Remedy(
                "kept from the next login on; a service takes Limit" + item.toUpperCase(Locale.ROOT)
                        + "= of its unit instead",
                List.of(command + "COMMAND"),
                List.of("echo '" + user + " - " + item + " " + to + "' > " + file()),
                List.of("rm -f " + file()));
    }

    /** Several processes have several limits, where it is one of a process that ./threadwall sweep can split. */
    private String split(LimitAssessment wall, long asked) {
        long each = wall.allows().orElse(0);
        return item.equals("nofile") && each > 0
                ? "split it over %,d server processes of at most %,d each, as ./threadwall sweep does by itself; "
                        .formatted(Math.ceilDiv(asked, each), each)
                : "";
    }

    /** Docker and Podman know no --ulimit as. */
    private String byContainer(long value) {
        return item.equals("as") ? "" : ", a container by --ulimit " + item + "=" + value;
    }

    private String file() {
        return "/etc/security/limits.d/99-threadwall-" + item + ".conf";
    }
}
