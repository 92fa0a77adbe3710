package threadwall.limits;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * The pids controller at one cgroup. It counts threads, not processes.
 *
 * @param path the folder as this process sees it: "/sys/fs/cgroup/user.slice/user-1000.slice"
 * @param max {@code pids.max}; empty is unlimited ("max")
 * @param current {@code pids.current}: threads in this cgroup and all below it; null when it cannot be read
 */
public record CgroupPids(String path, OptionalLong max, Long current) {

    /** Reads each of the folders that has the controller. A root cgroup and one it is not delegated to have none. */
    static List<CgroupPids> read(Path root, List<Path> folders) {
        List<CgroupPids> found = new ArrayList<>();
        for (Path folder : folders) {
            Path cgroup = Cgroups.below(root, folder);
            if (Files.exists(cgroup.resolve("pids.max"))) {
                SystemFiles readings = new SystemFiles(cgroup);
                OptionalLong max = readings.value("pids.max", CgroupPids::max);
                if (max != null) {
                    found.add(new CgroupPids(folder.toString(), max, readings.number("pids.current")));
                }
            }
        }
        return List.copyOf(found);
    }

    static OptionalLong max(String text) {
        return text.strip().equals("max") ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(text.strip()));
    }
}
