package threadwall.limits;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * How many threads one new JVM can have now, by each limit that Linux sets. Memory is not among them: a platform
 * thread costs about 45 kB (stack touched, kernel stack, page tables), which an allowance for the heap hides.
 */
public final class Threads {

    /** Thread ids that the kernel never gives again after its counter wrapped once: Linux, kernel/pid.c. */
    static final int RESERVED_PIDS = 300;

    /** Memory maps of a JVM before the first of the threads counted here: 190 measured on JDK 25. */
    static final int MAPS_OF_AN_IDLE_JVM = 190;

    private Threads() {}

    /**
     * Memory maps that each platform thread of a JVM costs: its stack and the stack's guard, 2. With transparent huge
     * pages at "always" a JVM adds another guard, 3 (both measured, on Linux 6.18 and 6.1). Unknown counts as 3, the
     * one that promises less.
     */
    public static int mapsPerThread(String transparentHugePages) {
        return "madvise".equals(transparentHugePages) || "never".equals(transparentHugePages) ? 2 : 3;
    }

    /**
     * All the limits that could be read, the lowest first: the first is the one that binds. Formulas, in threads:
     *
     * <ul>
     *   <li>kernel.threads-max − threads of the machine (kernel/fork.c, {@code copy_process}: EAGAIN at nr_threads ≥
     *       max_threads)
     *   <li>kernel.pid_max − 300 − threads of the machine (kernel/pid.c, {@code alloc_pid}). Threads outside this PID
     *       namespace are counted too, so a container may be given more
     *   <li>pids.max − pids.current, at each ancestor cgroup (kernel/cgroup/pids.c, {@code pids_try_charge})
     *   <li>RLIMIT_NPROC (soft) − threads of the user, unless exempt
     *   <li>(vm.max_map_count − 190) / maps a thread. At this one a JVM does not throw, it aborts
     * </ul>
     *
     * @param process the limits that the new process will inherit
     */
    public static List<Wall> walls(KernelLimits kernel, ProcessLimits process, ThreadUse use) {
        List<Wall> walls = new ArrayList<>();
        if (kernel.threadsMax() != null && use.systemThreads() != null) {
            walls.add(sysctl("kernel.threads-max", kernel.threadsMax(), kernel.threadsMax() - use.systemThreads()));
        }
        if (kernel.pidMax() != null && use.systemThreads() != null) {
            walls.add(sysctl("kernel.pid_max", kernel.pidMax(), kernel.pidMax() - RESERVED_PIDS - use.systemThreads()));
        }
        if (kernel.maxMapCount() != null) {
            long allows = (kernel.maxMapCount() - MAPS_OF_AN_IDLE_JVM) / mapsPerThread(kernel.transparentHugePages());
            walls.add(sysctl("vm.max_map_count", kernel.maxMapCount(), allows));
        }
        if (kernel.pids() != null) {
            kernel.pids().stream()
                    .filter(pids -> pids.max().isPresent() && pids.current() != null)
                    .map(Threads::cgroup)
                    .forEach(walls::add);
        }
        if (process.nproc() != null
                && process.nproc().soft().isPresent()
                && use.userThreads() != null
                && !Boolean.TRUE.equals(use.nprocExempt())) {
            walls.add(nproc(process.nproc(), use.userThreads()));
        }
        walls.sort(Comparator.comparingLong(Wall::allows));
        return List.copyOf(walls);
    }

    private static Wall sysctl(String name, long inForce, long allows) {
        return new Wall(name, inForce, allows, "sysctl -w " + name + "=N as root, with a larger N");
    }

    private static Wall cgroup(CgroupPids pids) {
        long max = pids.max().getAsLong();
        return new Wall(
                "pids.max of " + pids.path(),
                max,
                max - pids.current(),
                "systemctl set-property UNIT TasksMax=N for the unit of that cgroup, or write a larger N to "
                        + pids.path() + "/pids.max as root");
    }

    private static Wall nproc(Limit nproc, long userThreads) {
        long soft = nproc.soft().getAsLong();
        boolean raisable = nproc.hard().isEmpty() || nproc.hard().getAsLong() > soft;
        String remedy = raisable
                ? "ulimit -u " + (nproc.hard().isPresent() ? nproc.hard().getAsLong() : "unlimited")
                : "raise nproc for the user in /etc/security/limits.conf, or start as root";
        return new Wall("RLIMIT_NPROC", soft, soft - userThreads, remedy);
    }
}
