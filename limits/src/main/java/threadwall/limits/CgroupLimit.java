package threadwall.limits;

import java.util.ArrayList;
import java.util.List;

/**
 * A limit of one cgroup: through systemd where it owns the cgroup, since it would write over a plain file; else by
 * the file.
 *
 * @param file where the kernel has it: "/sys/fs/cgroup/user.slice/pids.max"
 * @param unit systemd's name of the cgroup; null where it is not systemd's
 * @param property systemd's name of the limit: "TasksMax"
 */
record CgroupLimit(String file, String unit, String property) implements Setting {

    @Override
    public Remedy raise(LimitAssessment wall, long asked) {
        long from = wall.inForce().orElseThrow();
        long to = wall.roomyValueFor(asked, Long.MAX_VALUE);
        return unit == null
                ? byFile(from, to)
                : file.contains("/user@") && !unit.startsWith("user@")
                        ? byUnit("systemctl --user", "$HOME/.config/systemd/user", "as that user; ", from, to)
                        : byUnit("systemctl", "/etc/systemd/system", "", from, to);
    }

    private Remedy byFile(long from, long to) {
        String name = Remedy.quoted(file);
        return new Remedy(
                "whoever made this cgroup sets it anew: a container's runtime by " + option(),
                List.of("echo " + to + " > " + name),
                List.of(),
                List.of("echo " + from + " > " + name));
    }

    /** What a container's runtime sets it by. */
    String runtimeOption(LimitAssessment wall, long asked) {
        return option() + "=" + wall.roomyValueFor(asked, Long.MAX_VALUE);
    }

    private String option() {
        return property.equals("TasksMax") ? "--pids-limit" : "--memory";
    }

    private Remedy byUnit(String systemctl, String folder, String who, long from, long to) {
        String name = Remedy.quoted(unit);
        String set = systemctl + " set-property --runtime " + name + " " + property + "=";
        String runtime =
                systemctl.contains("--user") ? "$XDG_RUNTIME_DIR/systemd/user.control" : "/run/systemd/system.control";
        // not systemctl revert, which would take the administrator's own drop-ins along
        String runtimeFile = runtime + "/" + Remedy.quoted(unit + ".d/50-" + property + ".conf");
        List<String> undo = new ArrayList<>();
        String keepIn = keptIn();
        if (keepIn != null) {
            String dropIns = folder + "/" + Remedy.quoted(keepIn + ".d");
            undo.add("rm -f " + dropIns + "/99-threadwall.conf");
            undo.add("rmdir --ignore-fail-on-non-empty " + dropIns);
        }
        undo.addAll(List.of(set + from, "rm -f " + runtimeFile, systemctl + " daemon-reload"));
        return new Remedy(
                keepIn == null
                        ? who + unit + " goes with its session or command; there is nothing to keep"
                        : advice(who),
                List.of(set + to),
                keepIn == null ? List.of() : keep(systemctl, folder, keepIn, to),
                undo);
    }

    private List<String> keep(String systemctl, String folder, String keepIn, long to) {
        String dropIns = folder + "/" + Remedy.quoted(keepIn + ".d");
        String section = unit.endsWith(".slice") ? "Slice" : "Service";
        return List.of(
                "mkdir -p " + dropIns,
                "printf '[%s]\\n%s=%d\\n' > %s/99-threadwall.conf".formatted(section, property, to, dropIns),
                systemctl + " daemon-reload");
    }

    /** The unit whose drop-in stays; null for a scope, which ends with what runs in it. */
    private String keptIn() {
        if (unit.endsWith(".scope")) {
            return null;
        }
        // a user's slice is made at the login, from the drop-ins of all of them
        return unit.matches("user-\\d+\\.slice") ? "user-.slice" : unit;
    }

    private String advice(String who) {
        return unit.matches("user-\\d+\\.slice")
                ? "the drop-in is for all users; of UserTasksMax= in logind.conf systemd knows nothing any more"
                : who.isEmpty() ? null : who.substring(0, who.length() - 2);
    }
}
