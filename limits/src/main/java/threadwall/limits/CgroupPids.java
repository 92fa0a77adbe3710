package threadwall.limits;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * The pids controller at one cgroup. Threads count, not processes.
 *
 * @param path the folder as it is seen from here: "/sys/fs/cgroup/user.slice/user-1000.slice"
 * @param max {@code pids.max}; empty is unlimited ("max")
 * @param current {@code pids.current}: threads in this cgroup and all below it; null when it cannot be read
 */
public record CgroupPids(String path, OptionalLong max, Long current) {

    /** At each of the folders that has the controller; a root cgroup has not, nor one it was not delegated to. */
    static List<CgroupPids> read(Path root, List<Path> folders) {
        List<CgroupPids> found = new ArrayList<>();
        for (Path folder : folders) {
            Path here = Cgroups.below(root, folder);
            if (Files.exists(here.resolve("pids.max"))) {
                SystemFiles readings = new SystemFiles(here);
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
