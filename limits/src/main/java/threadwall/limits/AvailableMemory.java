package threadwall.limits;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Memory for a new process. A value that cannot be read is null.
 *
 * @param availableBytes MemAvailable of {@code /proc/meminfo}: free, or reclaimable without swapping
 * @param overcommit {@code vm.overcommit_memory}: 2 counts all private writable memory against CommitLimit
 * @param commitLimitBytes CommitLimit of {@code /proc/meminfo}
 * @param committedBytes Committed_AS of {@code /proc/meminfo}
 * @param reservedBytes {@code vm.user_reserve_kbytes} plus {@code vm.admin_reserve_kbytes}: the part of CommitLimit that a
 *     process does not get
 * @param cgroups the memory controller at each ancestor cgroup, its own first; empty where there is none
 */
public record AvailableMemory(
        Long availableBytes,
        Long overcommit,
        Long commitLimitBytes,
        Long committedBytes,
        Long reservedBytes,
        List<CgroupMemory> cgroups) {

    public AvailableMemory {
        cgroups = List.copyOf(cgroups);
    }

    /** @param cgroups those of the memory controller; empty where no hierarchy was found */
    static AvailableMemory read(Path root, Optional<Cgroups> cgroups) {
        SystemFiles proc = new SystemFiles(root.resolve("proc"));
        return new AvailableMemory(
                proc.kilobytes("meminfo", "MemAvailable"),
                proc.number("sys/vm/overcommit_memory"),
                proc.kilobytes("meminfo", "CommitLimit"),
                proc.kilobytes("meminfo", "Committed_AS"),
                reserved(proc),
                cgroups.map(found -> CgroupMemory.read(root, found.folders())).orElse(List.of()));
    }

    private static Long reserved(SystemFiles proc) {
        Long user = proc.number("sys/vm/user_reserve_kbytes");
        Long admin = proc.number("sys/vm/admin_reserve_kbytes");
        return user == null || admin == null ? null : Long.valueOf((user + admin) * 1_024);
    }
}
