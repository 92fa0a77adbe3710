package threadwall.limits;

import java.util.ArrayList;
import java.util.List;

/**
 * A limit of one cgroup. Where systemd owns the cgroup it is set through systemd, which would overwrite a plain file;
 * elsewhere by writing the file.
 *
 * @param file the kernel's file: "/sys/fs/cgroup/user.slice/pids.max"
 * @param unit systemd's name of the cgroup; null where systemd does not own it
 * @param property systemd's name of the limit: "TasksMax"
 */
record CgroupSetting(String file, String unit, String property) implements Setting {

    @Override
    public Remedy raise(LimitAssessment limit, long requested) {
        long from = limit.inForce().orElseThrow();
        long to = limit.roomyValueFor(requested, Long.MAX_VALUE);
        return unit == null
                ? byFile(from, to)
                : file.contains("/user@") && !unit.startsWith("user@")
                        ? byUnit("systemctl --user", "$HOME/.config/systemd/user", "as that user; ", from, to)
                        : byUnit("systemctl", "/etc/systemd/system", "", from, to);
    }

    private Remedy byFile(long from, long to) {
        String name = Remedy.quoted(file);
        return new Remedy(
                "the program that made this cgroup may overwrite it; set it there, for a container with " + option(),
                List.of("echo " + to + " > " + name),
                List.of(),
                List.of("echo " + from + " > " + name));
    }

    /** The option that sets this limit in a container runtime. */
    String runtimeOption(LimitAssessment limit, long requested) {
        return option() + "=" + limit.roomyValueFor(requested, Long.MAX_VALUE);
    }

    private String option() {
        return property.equals("TasksMax") ? "--pids-limit" : "--memory";
    }

    private Remedy byUnit(String systemctl, String folder, String who, long from, long to) {
        String name = Remedy.quoted(unit);
        String set = systemctl + " set-property --runtime " + name + " " + property + "=";
        String runtime =
                systemctl.contains("--user") ? "$XDG_RUNTIME_DIR/systemd/user.control" : "/run/systemd/system.control";
        // not systemctl revert, which would delete the administrator's own drop-ins too
        String runtimeFile = runtime + "/" + Remedy.quoted(unit + ".d/50-" + property + ".conf");
        List<String> undo = new ArrayList<>();
        String keptUnit = keptUnit();
        if (keptUnit != null) {
            String dropIns = folder + "/" + Remedy.quoted(keptUnit + ".d");
            undo.add("rm -f " + dropIns + "/99-threadwall.conf");
            undo.add("rmdir --ignore-fail-on-non-empty " + dropIns);
        }
        undo.addAll(List.of(set + from, "rm -f " + runtimeFile, systemctl + " daemon-reload"));
        return new Remedy(
                keptUnit == null ? who + unit + " ends with its session or command, so nothing is kept" : advice(who),
                List.of(set + to),
                keptUnit == null ? List.of() : keep(systemctl, folder, keptUnit, to),
                undo);
    }

    private List<String> keep(String systemctl, String folder, String keptUnit, long to) {
        String dropIns = folder + "/" + Remedy.quoted(keptUnit + ".d");
        String section = unit.endsWith(".slice") ? "Slice" : "Service";
        return List.of(
                "mkdir -p " + dropIns,
                "printf '[%s]\\n%s=%d\\n' > %s/99-threadwall.conf".formatted(section, property, to, dropIns),
                systemctl + " daemon-reload");
    }

    /** The unit that keeps the drop-in; null for a scope, which ends with the processes in it. */
    private String keptUnit() {
        if (unit.endsWith(".scope")) {
            return null;
        }
        // systemd makes a user's slice at login, from the drop-ins of all user slices
        return unit.matches("user-\\d+\\.slice") ? "user-.slice" : unit;
    }

    private String advice(String who) {
        return unit.matches("user-\\d+\\.slice")
                ? "the drop-in applies to all users; systemd no longer reads UserTasksMax= in logind.conf"
                : who.isEmpty() ? null : who.substring(0, who.length() - 2);
    }
}
