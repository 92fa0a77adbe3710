package threadwall.limits;

import java.util.List;
import java.util.OptionalLong;

/**
 * Limits that count threads, or their ids. At all of them pthread_create gets EAGAIN, and the JVM an OutOfMemoryError.
 */
final class ThreadCounts {

    private static final String ERRNO = "; EAGAIN";

    private ThreadCounts() {}

    static void judge(Assessments findings) {
        threadsMax(findings);
        pidMax(findings);
        pidsMax(findings);
        nproc(findings);
    }

    /**
     * {@code kernel.threads-max − threads of the machine}. Linux, kernel/fork.c, {@code copy_process}: refused at
     * {@code nr_threads >= max_threads}, to root too.
     */
    private static void threadsMax(Assessments findings) {
        Long max = findings.situation().kernel().threadsMax();
        Long used = findings.situation().use().systemThreads();
        if (findings.readable("kernel.threads-max", "/proc/sys/kernel/threads-max, /proc/loadavg", max, used)) {
            findings.sysctl(
                    "kernel.threads-max",
                    LimitScope.MACHINE,
                    max,
                    used,
                    1,
                    "%,d − %,d threads of the machine".formatted(max, used),
                    "kernel/fork.c copy_process" + ERRNO,
                    0x3fff_ffff); // FUTEX_TID_MASK, include/uapi/linux/futex.h
        }
    }

    /**
     * {@code kernel.pid_max − 300 − ids in use from 300 on}, or less than 300 in a young PID namespace. Linux, kernel/pid.c, {@code alloc_pid}: an id is below
     * pid_max, and from RESERVED_PIDS on once the counter is past them; kernel threads have most of those below. The
     * sysctl is the PID namespace's own since 6.14, and those of its ancestors count as well; before, the machine's.
     */
    private static void pidMax(Assessments findings) {
        Long max = findings.situation().kernel().pidMax();
        ThreadUse use = findings.situation().use();
        boolean seen = use.idsFrom300() != null;
        Long ids = seen ? use.idsFrom300() : use.systemThreads();
        if (findings.readable("kernel.pid_max", "/proc/sys/kernel/pid_max, /proc/PID/task", max, ids)) {
            findings.sysctl(
                    "kernel.pid_max",
                    LimitScope.PID_NAMESPACE,
                    max,
                    use.idsPassed() + ids,
                    1,
                    "%,d − %d %s − %,d %s"
                            .formatted(
                                    max,
                                    use.idsPassed(),
                                    use.idsPassed() == ThreadUse.RESERVED_PIDS ? "reserved" : "passed by the counter",
                                    ids,
                                    seen ? "ids in use above" : "threads of the machine"),
                    "kernel/pid.c alloc_pid" + ERRNO,
                    4_194_304); // PID_MAX_LIMIT, include/linux/threads.h
        }
    }

    /**
     * {@code pids.max − pids.current}, at each ancestor cgroup. Linux, kernel/cgroup/pids.c, {@code pids_try_charge};
     * the "max" line of pids.events counts the refusals, {@code pids_event}: since 6.11, with version 2, in the cgroup
     * whose limit it was and in its ancestors; before, and with version 1, in that of the thread that was refused.
     */
    private static void pidsMax(Assessments findings) {
        SystemSnapshot situation = findings.situation();
        for (CgroupPids pids : situation.kernel().pids() == null
                ? List.<CgroupPids>of()
                : situation.kernel().pids()) {
            String name = "pids.max of " + pids.path();
            if (findings.readable(name, pids.path() + "/pids.current", pids.current())) {
                findings.add(new LimitAssessment(
                        name,
                        LimitScope.CGROUP,
                        LimitEffect.REFUSES,
                        pids.max(),
                        pids.current(),
                        1,
                        pids.max().isPresent()
                                ? "%,d − %,d threads in it".formatted(pids.max().getAsLong(), pids.current())
                                : "max: counts, and limits nothing",
                        "kernel/cgroup/pids.c pids_try_charge" + ERRNO,
                        situation.origins().pids(pids),
                        new CgroupLimit(
                                pids.path() + "/pids.max",
                                situation.origins().unit(pids.path()).orElse(null),
                                "TasksMax")));
            }
        }
    }

    /**
     * {@code RLIMIT_NPROC (soft) − threads of the user}. Linux, kernel/fork.c, {@code copy_process}; not for root,
     * nor with CAP_SYS_RESOURCE or CAP_SYS_ADMIN, in the initial user namespace.
     */
    private static void nproc(Assessments findings) {
        SystemSnapshot situation = findings.situation();
        ResourceLimit limit = situation.process().nproc();
        Long used = situation.use().userThreads();
        Privileges privileges = situation.privileges();
        if (findings.readable("RLIMIT_NPROC", "/proc/self/limits, /proc/PID/status", limit, used, privileges)) {
            OptionalLong inForce = privileges.nprocExempt() ? OptionalLong.empty() : limit.soft();
            String formula = privileges.nprocExempt()
                    ? "root, CAP_SYS_RESOURCE and CAP_SYS_ADMIN are exempt"
                    : inForce.isEmpty()
                            ? "unlimited"
                            : "%,d − %,d threads of %s"
                                    .formatted(
                                            inForce.getAsLong(),
                                            used,
                                            situation.account().name());
            findings.add(new LimitAssessment(
                    "RLIMIT_NPROC",
                    LimitScope.USER,
                    LimitEffect.REFUSES,
                    inForce,
                    used,
                    1,
                    formula,
                    "kernel/fork.c copy_process, getrlimit(2)" + ERRNO,
                    situation.origins().rlimit(situation.account(), "nproc", limit, false),
                    new Rlimit(
                            "nproc",
                            "u",
                            situation.account().name(),
                            limit,
                            1,
                            Long.MAX_VALUE,
                            privileges.hardCanBeRaised())));
        }
    }
}
