package threadwall.limits;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A resource limit of a process that runs: prlimit(1) changes it there.
 *
 * @param item its name for prlimit and limits.conf(5): "nofile", "nproc", "as"
 * @param now soft and hard, in the kernel's unit
 * @param most the highest value that the kernel accepts, {@code fs.nr_open}; {@link Long#MAX_VALUE} for any
 * @param unit systemd's, which starts the process; empty where systemd does not
 */
record RunningRlimitSetting(String item, long pid, ResourceLimit now, long most, Optional<String> unit)
        implements Setting {

    @Override
    public Remedy raise(LimitAssessment limit, long requested) {
        long to = limit.roomyValueFor(requested, Long.MAX_VALUE);
        boolean fitsHard = now.hard().isEmpty() || to <= now.hard().getAsLong();
        Remedy here = here(to, fitsHard);
        return to <= most
                ? here
                : Remedy.sysctl("fs.nr_open", Long.toString(most), Long.toString(to))
                        .and(here);
    }

    private Remedy here(long to, boolean fitsHard) {
        String raised = fitsHard ? to + ":" : to + ":" + to;
        return new Remedy(
                (fitsHard ? "" : "above the hard limit only root can set it, with CAP_SYS_RESOURCE; ")
                        + (unit.isPresent()
                                ? "the drop-in applies when " + unit.get() + " starts again"
                                : "for the next start, set it where the process is started: ulimit, ops/ulim.sh, or a"
                                        + " container's --ulimit"),
                List.of(command(raised)),
                unit.map(name -> keep(name, to)).orElse(List.of()),
                undo());
    }

    private String command(String limits) {
        return "prlimit --pid " + pid + " --" + item + "=" + limits;
    }

    private List<String> keep(String name, long to) {
        return List.of(
                "mkdir -p " + folder(name),
                "printf '[Service]\\nLimit%s=%d\\n' > %s".formatted(item.toUpperCase(Locale.ROOT), to, file(name)),
                "systemctl daemon-reload");
    }

    private List<String> undo() {
        String before = now.toString().replace('/', ':');
        return unit.isPresent()
                ? List.of("rm -f " + file(unit.get()), "systemctl daemon-reload", command(before))
                : List.of(command(before));
    }

    private static String folder(String name) {
        return "/etc/systemd/system/" + Remedy.quoted(name + ".d");
    }

    private String file(String name) {
        return folder(name) + "/99-threadwall-" + item + ".conf";
    }
}
