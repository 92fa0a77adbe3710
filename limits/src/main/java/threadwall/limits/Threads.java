package threadwall.limits;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** How many platform threads one new JVM can have now. */
public final class Threads {

    /** Thread ids that the kernel never gives again after its counter wrapped once: Linux, kernel/pid.c. */
    static final int RESERVED_PIDS = 300;

    private Threads() {}

    /** Judges every limit on threads. */
    public static Diagnosis diagnose(Situation situation, ThreadCosts costs, OptionalLong asked) {
        KernelLimits kernel = situation.kernel();
        ProcessLimits process = situation.process();
        ThreadUse use = situation.use();
        List<Wall> walls = new ArrayList<>();
        if (kernel.threadsMax() != null && use.systemThreads() != null) {
            walls.add(sysctl("kernel.threads-max", Scope.MACHINE, kernel.threadsMax(), use.systemThreads()));
        }
        if (kernel.pidMax() != null && use.systemThreads() != null) {
            walls.add(sysctl(
                    "kernel.pid_max", Scope.PID_NAMESPACE, kernel.pidMax(), RESERVED_PIDS + use.systemThreads()));
        }
        if (kernel.maxMapCount() != null) {
            walls.add(new Wall(
                    "vm.max_map_count",
                    Scope.PROCESS,
                    Effect.KILLS,
                    OptionalLong.of(kernel.maxMapCount()),
                    costs.idleMaps(),
                    costs.maps(),
                    "(%,d − %,d) / %.2f maps a thread".formatted(kernel.maxMapCount(), costs.idleMaps(), costs.maps()),
                    "mm/mmap.c do_mmap",
                    "",
                    new Setting.Sysctl("vm.max_map_count")));
        }
        if (kernel.pids() != null) {
            kernel.pids().stream()
                    .filter(pids -> pids.current() != null)
                    .map(Threads::cgroup)
                    .forEach(walls::add);
        }
        if (process.nproc() != null && use.userThreads() != null && !Boolean.TRUE.equals(use.nprocExempt())) {
            walls.add(new Wall(
                    "RLIMIT_NPROC",
                    Scope.USER,
                    Effect.REFUSES,
                    process.nproc().soft(),
                    use.userThreads(),
                    1,
                    "%s − %,d".formatted(process.nproc().soft(), use.userThreads()),
                    "kernel/fork.c copy_process",
                    "",
                    new Setting.Fixed("raise nproc for the user in /etc/security/limits.conf")));
        }
        return new Diagnosis(Subject.THREADS, asked, walls, situation.unread());
    }

    private static Wall sysctl(String name, Scope scope, long inForce, long used) {
        return new Wall(
                name,
                scope,
                Effect.REFUSES,
                OptionalLong.of(inForce),
                used,
                1,
                "%,d − %,d".formatted(inForce, used),
                "kernel/fork.c copy_process",
                "",
                new Setting.Sysctl(name));
    }

    private static Wall cgroup(CgroupPids pids) {
        return new Wall(
                "pids.max of " + pids.path(),
                Scope.CGROUP,
                Effect.REFUSES,
                pids.max(),
                pids.current(),
                1,
                "%s − %,d".formatted(pids.max(), pids.current()),
                "kernel/cgroup/pids.c pids_try_charge",
                "",
                new Setting.Fixed("write a larger number to " + pids.path() + "/pids.max as root"));
    }
}
