package threadwall.limits;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The memory there is for a new process. Null when not readable.
 *
 * @param availableBytes MemAvailable of {@code /proc/meminfo}: free, or given back by caches without swapping
 * @param overcommit {@code vm.overcommit_memory}: 2 counts all private writable memory against CommitLimit
 * @param commitLimitBytes CommitLimit of {@code /proc/meminfo}
 * @param committedBytes Committed_AS of {@code /proc/meminfo}
 * @param cgroups the memory controller at each ancestor cgroup, its own first; empty where there is none
 */
public record MemoryRoom(
        Long availableBytes, Long overcommit, Long commitLimitBytes, Long committedBytes, List<CgroupMemory> cgroups) {

    public MemoryRoom {
        cgroups = List.copyOf(cgroups);
    }

    static MemoryRoom read(Path root, Optional<Account> user) {
        Readings proc = new Readings(root.resolve("proc"));
        return new MemoryRoom(
                proc.kilobytes("meminfo", "MemAvailable"),
                proc.number("sys/vm/overcommit_memory"),
                proc.kilobytes("meminfo", "CommitLimit"),
                proc.kilobytes("meminfo", "Committed_AS"),
                Cgroups.of(root, "memory", user)
                        .map(found -> CgroupMemory.read(root, found.folders()))
                        .orElse(List.of()));
    }
}
