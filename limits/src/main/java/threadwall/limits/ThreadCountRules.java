package threadwall.limits;

import java.util.List;
import java.util.OptionalLong;

/**
 * Limits that count threads or their ids. At each of them pthread_create fails with EAGAIN, and the JVM throws an OutOfMemoryError.
 */
final class ThreadCountRules {

    private static final String EAGAIN = "EAGAIN";

    private ThreadCountRules() {}

    static void assess(DiagnosisBuilder diagnosis) {
        threadsMax(diagnosis);
        pidMax(diagnosis);
        pidsMax(diagnosis);
        nproc(diagnosis);
    }

    /**
     * {@code kernel.threads-max − threads of the machine}. Linux, kernel/fork.c, {@code copy_process}: it refuses at
     * {@code nr_threads >= max_threads}, root as well.
     */
    private static void threadsMax(DiagnosisBuilder diagnosis) {
        Long max = diagnosis.snapshot().kernel().threadsMax();
        Long used = diagnosis.snapshot().threads().systemThreads();
        if (diagnosis.readable("kernel.threads-max", "/proc/sys/kernel/threads-max, /proc/loadavg", max, used)) {
            diagnosis.sysctl(
                    "kernel.threads-max",
                    LimitScope.MACHINE,
                    max,
                    used,
                    1,
                    "%,d − %,d threads of the machine".formatted(max, used),
                    "kernel/fork.c copy_process",
                    EAGAIN,
                    0x3fff_ffff); // FUTEX_TID_MASK, include/uapi/linux/futex.h
        }
    }

    /**
     * {@code kernel.pid_max − 300 − ids in use from 300 on}; less than 300 in a young PID namespace. Linux, kernel/pid.c,
     * {@code alloc_pid}: an id is below pid_max, and at least RESERVED_PIDS once the counter has passed that; kernel threads
     * have most ids below it. Since 6.14 each PID namespace has its own sysctl, and those of its ancestors apply as well;
     * before, there was one for the machine.
     */
    private static void pidMax(DiagnosisBuilder diagnosis) {
        Long max = diagnosis.snapshot().kernel().pidMax();
        ThreadUsage use = diagnosis.snapshot().threads();
        boolean idsVisible = use.idsFrom300() != null;
        Long ids = idsVisible ? use.idsFrom300() : use.systemThreads();
        if (diagnosis.readable("kernel.pid_max", "/proc/sys/kernel/pid_max, /proc/PID/task", max, ids)) {
            diagnosis.sysctl(
                    "kernel.pid_max",
                    LimitScope.PID_NAMESPACE,
                    max,
                    use.idsPassed() + ids,
                    1,
                    "%,d − %d %s − %,d %s"
                            .formatted(
                                    max,
                                    use.idsPassed(),
                                    use.idsPassed() == ThreadUsage.RESERVED_PIDS ? "reserved" : "passed by the counter",
                                    ids,
                                    idsVisible ? "other ids in use" : "threads of the machine"),
                    "kernel/pid.c alloc_pid",
                    EAGAIN,
                    4_194_304); // PID_MAX_LIMIT, include/linux/threads.h
        }
    }

    /**
     * {@code pids.max − pids.current}, at each ancestor cgroup. Linux, kernel/cgroup/pids.c, {@code pids_try_charge}. The
     * "max" line of pids.events counts the refusals ({@code pids_event}): with version 2 since 6.11, in the cgroup whose limit
     * was reached and in its ancestors; before, and with version 1, in the cgroup of the thread that was refused.
     */
    private static void pidsMax(DiagnosisBuilder diagnosis) {
        SystemSnapshot snapshot = diagnosis.snapshot();
        for (CgroupPids pids : snapshot.kernel().pids() == null
                ? List.<CgroupPids>of()
                : snapshot.kernel().pids()) {
            String name = "pids.max of " + pids.path();
            if (diagnosis.readable(name, pids.path() + "/pids.current", pids.current())) {
                diagnosis.add(new LimitAssessment(
                        name,
                        LimitScope.CGROUP,
                        LimitEffect.REFUSES,
                        pids.max(),
                        pids.current(),
                        1,
                        pids.max().isPresent()
                                ? "%,d − %,d threads in it".formatted(pids.max().getAsLong(), pids.current())
                                : "set to max",
                        "kernel/cgroup/pids.c pids_try_charge",
                        EAGAIN,
                        snapshot.origins().pids(pids),
                        new CgroupSetting(
                                pids.path() + "/pids.max",
                                snapshot.origins().unit(pids.path()).orElse(null),
                                "TasksMax")));
            }
        }
    }

    /**
     * {@code RLIMIT_NPROC (soft) − threads of the user}. Linux, kernel/fork.c, {@code copy_process}; it does not apply to
     * root or with CAP_SYS_RESOURCE or CAP_SYS_ADMIN, in the initial user namespace.
     */
    private static void nproc(DiagnosisBuilder diagnosis) {
        SystemSnapshot snapshot = diagnosis.snapshot();
        ResourceLimit limit = snapshot.process().nproc();
        Long used = snapshot.threads().userThreads();
        Privileges privileges = snapshot.privileges();
        if (diagnosis.readable("RLIMIT_NPROC", "/proc/self/limits, /proc/PID/status", limit, used, privileges)) {
            OptionalLong inForce = privileges.nprocExempt() ? OptionalLong.empty() : limit.soft();
            String formula = privileges.nprocExempt()
                    ? "root, CAP_SYS_RESOURCE and CAP_SYS_ADMIN are exempt"
                    : inForce.isEmpty()
                            ? "unlimited"
                            : "%,d − %,d threads of %s"
                                    .formatted(
                                            inForce.getAsLong(),
                                            used,
                                            snapshot.account().name());
            diagnosis.add(new LimitAssessment(
                    "RLIMIT_NPROC",
                    LimitScope.USER,
                    LimitEffect.REFUSES,
                    inForce,
                    used,
                    1,
                    formula,
                    "kernel/fork.c copy_process, getrlimit(2)",
                    EAGAIN,
                    snapshot.origins().rlimit(snapshot.account(), "nproc", limit, false),
                    diagnosis.rlimit("nproc", "u", limit, 1, Long.MAX_VALUE)));
        }
    }
}
