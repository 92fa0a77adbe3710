package threadwall.limits;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Limits of the whole machine, read once. A value that cannot be read is null; root is not needed.
 *
 * @param portRange {@code net.ipv4.ip_local_port_range}: local ports of outgoing connections
 * @param reservedPorts {@code net.ipv4.ip_local_reserved_ports}: ports that outgoing connections never get
 * @param somaxconn {@code net.core.somaxconn}: the longest accept queue that listen() grants
 * @param tcpMaxSynBacklog {@code net.ipv4.tcp_max_syn_backlog}
 * @param tcpMaxTwBuckets {@code net.ipv4.tcp_max_tw_buckets}: TIME_WAIT sockets of the network namespace
 * @param pidMax {@code kernel.pid_max}: one above the highest thread id; per PID namespace since Linux 6.14
 * @param threadsMax {@code kernel.threads-max}: threads of the machine
 * @param maxMapCount {@code vm.max_map_count}: memory maps of one process
 * @param fileMax {@code fs.file-max}: open files of the machine
 * @param nrOpen {@code fs.nr_open}: the highest value for a hard nofile
 * @param memTotalBytes MemTotal of {@code /proc/meminfo}
 * @param memAvailableBytes MemAvailable of {@code /proc/meminfo}
 * @param transparentHugePages the mode in brackets of {@code transparent_hugepage/enabled}: always, madvise or never
 * @param pids pids.max at each ancestor cgroup of this process, its own first. Empty where none of them has the
 *     controller; null where no cgroup hierarchy could be read. Inside a cgroup namespace the ancestors outside it
 *     cannot be seen, and may bind first
 * @param ancestorsHidden whether there are such cgroups above those in {@code pids}
 */
public record KernelLimits(
        PortRange portRange,
        PortSet reservedPorts,
        Long somaxconn,
        Long tcpMaxSynBacklog,
        Long tcpMaxTwBuckets,
        Long pidMax,
        Long threadsMax,
        Long maxMapCount,
        Long fileMax,
        Long nrOpen,
        Long memTotalBytes,
        Long memAvailableBytes,
        String transparentHugePages,
        List<CgroupPids> pids,
        boolean ancestorsHidden) {

    public KernelLimits {
        pids = pids == null ? null : List.copyOf(pids);
    }

    /** Reads this machine. */
    public static KernelLimits read() {
        return read(Path.of("/"));
    }

    /**
     * Reads a machine from the tree at {@code root}, which holds {@code proc/sys}, {@code proc/meminfo},
     * {@code proc/self} and the cgroup mounts that {@code proc/self/mountinfo} names.
     */
    public static KernelLimits read(Path root) {
        return read(root, Cgroups.own(root, "pids"));
    }

    /** @param cgroups those of the pids controller; empty where no hierarchy was found */
    static KernelLimits read(Path root, Optional<Cgroups> cgroups) {
        SystemFiles proc = new SystemFiles(root.resolve("proc"));
        SystemFiles sys = new SystemFiles(root.resolve("proc/sys"));
        return new KernelLimits(
                sys.value("net/ipv4/ip_local_port_range", PortRange::parse),
                sys.value("net/ipv4/ip_local_reserved_ports", PortSet::parse),
                sys.number("net/core/somaxconn"),
                sys.number("net/ipv4/tcp_max_syn_backlog"),
                sys.number("net/ipv4/tcp_max_tw_buckets"),
                sys.number("kernel/pid_max"),
                sys.number("kernel/threads-max"),
                sys.number("vm/max_map_count"),
                sys.number("fs/file-max"),
                sys.number("fs/nr_open"),
                proc.kilobytes("meminfo", "MemTotal"),
                proc.kilobytes("meminfo", "MemAvailable"),
                new SystemFiles(root).value("sys/kernel/mm/transparent_hugepage/enabled", KernelLimits::bracketed),
                cgroups.map(found -> CgroupPids.read(root, found.folders())).orElse(null),
                cgroups.map(Cgroups::hidden).orElse(false));
    }

    private static String bracketed(String modes) {
        return modes.substring(modes.indexOf('[') + 1, modes.indexOf(']'));
    }
}
