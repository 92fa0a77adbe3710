package threadwall.limits;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where limits are set, as far as the files of a machine tell; read once, so that the rules read no files.
 *
 * @param units the systemd unit of a cgroup, by the cgroup's path; cgroups of other managers are missing
 * @param tasksMax the file that sets the unit's TasksMax, by the same path
 * @param mounts which mounts are read-only
 */
record LimitOrigins(
        SysctlFiles sysctls,
        PamLimits pam,
        Map<String, String> units,
        Map<String, String> tasksMax,
        ReadOnlyMounts mounts) {

    static LimitOrigins read(Path root, List<CgroupPids> pids, AvailableMemory memory) {
        SystemdUnits systemd = new SystemdUnits(root);
        Map<String, String> units = new HashMap<>();
        Map<String, String> tasksMax = new HashMap<>();
        for (CgroupMemory cgroup : memory.cgroups()) {
            systemd.unit(cgroup.folder()).ifPresent(unit -> units.put(cgroup.folder(), unit));
        }
        for (CgroupPids cgroup : pids == null ? List.<CgroupPids>of() : pids) {
            systemd.unit(cgroup.path()).ifPresent(unit -> {
                units.put(cgroup.path(), unit);
                systemd.tasksMax(unit).ifPresent(at -> tasksMax.put(cgroup.path(), at));
            });
        }
        return new LimitOrigins(
                SysctlFiles.read(root),
                PamLimits.read(root),
                Map.copyOf(units),
                Map.copyOf(tasksMax),
                ReadOnlyMounts.read(root));
    }

    Optional<String> unit(String folder) {
        return Optional.ofNullable(units.get(folder));
    }

    /** The setting as this process can change it: from outside the container, where its place is read-only. */
    Setting reachable(Setting setting) {
        return switch (setting) {
            case CgroupSetting cgroup
            when cgroup.unit() == null && mounts.cover(Path.of(cgroup.file())) -> new ReadOnlySetting(setting);
            case Setting.Sysctl _, PortRangeSetting _, TcpMemSetting _, OvercommitSetting _
            when mounts.cover(ReadOnlySetting.SYSCTLS) -> new ReadOnlySetting(setting);
            default -> setting;
        };
    }

    String sysctl(String name, String inForce) {
        return sysctls.setAt(name, inForce);
    }

    /** The line of limits.conf with the value in force; without one the value was inherited. */
    String rlimit(UserAccount account, String item, ResourceLimit inForce, boolean hard) {
        Optional<PamLimits.Line> line = account == null ? Optional.empty() : pam.deciding(account, item, hard);
        return line.filter(found -> found.value().equals(hard ? inForce.hard() : inForce.soft()))
                .map(PamLimits.Line::toString)
                .orElse("inherited from the process that started it");
    }

    String pids(CgroupPids cgroup) {
        if (!units.containsKey(cgroup.path())) {
            return cgroup.path() + "/pids.max";
        }
        String unset = cgroup.max().isEmpty() ? "nothing limits it" : "DefaultTasksMax (15 %), or set at run time";
        return tasksMax.getOrDefault(cgroup.path(), units.get(cgroup.path()) + " of systemd: " + unset);
    }
}
