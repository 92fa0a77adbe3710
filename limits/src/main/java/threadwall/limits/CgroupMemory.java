package threadwall.limits;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * The memory controller at one cgroup.
 *
 * @param file the file of the limit: "/sys/fs/cgroup/a.slice/memory.max", v1 ".../memory.limit_in_bytes"
 * @param maxBytes the limit; empty is none
 * @param usedBytes memory charged now without page cache, which the kernel can reclaim
 */
public record CgroupMemory(String file, OptionalLong maxBytes, Long usedBytes) {

    static final String SOURCE = "mm/memcontrol.c try_charge_memcg, cgroups(7)";

    /** Version 1 shows "no limit" as the largest multiple of a page: 9223372036854771712. */
    private static final long NONE = 1L << 62;

    /** The cgroup's folder. */
    String folder() {
        return file.substring(0, file.lastIndexOf('/'));
    }

    String name() {
        return file.substring(file.lastIndexOf('/') + 1) + " of " + folder();
    }

    Setting setting(LimitOrigins origins) {
        return new CgroupSetting(file, origins.unit(folder()).orElse(null), "MemoryMax");
    }

    /** Reads each of the folders that has the controller. */
    static List<CgroupMemory> read(Path root, List<Path> folders) {
        List<CgroupMemory> found = new ArrayList<>();
        for (Path folder : folders) {
            SystemFiles files = new SystemFiles(Cgroups.below(root, folder));
            add(found, folder, files, "memory.max", "memory.current", "");
            add(found, folder, files, "memory.limit_in_bytes", "memory.usage_in_bytes", "total_");
        }
        return List.copyOf(found);
    }

    private static void add(
            List<CgroupMemory> found, Path folder, SystemFiles files, String limit, String usage, String prefix) {
        OptionalLong max = files.value(limit, CgroupPids::max);
        if (max != null) {
            Long used = files.number(usage);
            Long cache = files.value("memory.stat", text -> cache(text, prefix));
            found.add(new CgroupMemory(
                    folder.resolve(limit).toString(),
                    max.isPresent() && max.getAsLong() >= NONE ? OptionalLong.empty() : max,
                    used == null || cache == null ? null : Long.valueOf(Math.max(0, used - cache))));
        }
    }

    private static Long cache(String stat, String prefix) {
        return stat.lines()
                .map(line -> line.split(" "))
                .filter(line -> line[0].equals(prefix + "active_file") || line[0].equals(prefix + "inactive_file"))
                .mapToLong(line -> Long.parseLong(line[1]))
                .sum();
    }
}
