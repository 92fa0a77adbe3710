package threadwall.limits;

import java.util.OptionalLong;

/**
 * Limits on what threads take: maps, memory, address space. Costs are of one thread; what the idle JVM has already
 * counts without its own threads, so that all threads of the JVM are in {@code allows}.
 */
final class ThreadMemory {

    private final Assessments findings;
    private final SystemSnapshot situation;
    private final ThreadCosts costs;

    private ThreadMemory(Assessments findings, ThreadCosts costs) {
        this.findings = findings;
        this.situation = findings.situation();
        this.costs = costs;
    }

    static void judge(Assessments findings, ThreadCosts costs) {
        ThreadMemory rules = new ThreadMemory(findings, costs);
        rules.maps();
        rules.available();
        rules.cgroups();
        rules.commit();
        rules.addressSpace();
    }

    /**
     * {@code (vm.max_map_count − maps of the JVM) / maps a thread}: its stack, and one or two guards. Linux,
     * mm/mmap.c {@code do_mmap} and mm/vma.c {@code split_vma}: ENOMEM. HotSpot does not throw there, it aborts:
     * os_linux.cpp, {@code os::Linux::commit_memory_impl} ("Native memory allocation (mmap) failed to map"), and
     * stackOverflow.cpp, {@code create_stack_guard_pages} ("(mprotect) failed to protect").
     */
    private void maps() {
        Long max = situation.kernel().maxMapCount();
        if (findings.readable("vm.max_map_count", "/proc/sys/vm/max_map_count", max)) {
            wall(
                    "vm.max_map_count",
                    LimitScope.PROCESS,
                    LimitEffect.KILLS,
                    OptionalLong.of(max),
                    0,
                    costs.idleMaps(),
                    costs.maps(),
                    "maps",
                    "mm/mmap.c do_mmap, mm/vma.c split_vma: ENOMEM; HotSpot os_linux.cpp: abort",
                    findings.setAt("vm.max_map_count", max),
                    new Setting.Sysctl("vm.max_map_count", Integer.MAX_VALUE));
        }
    }

    /**
     * {@code (MemAvailable − RSS of the JVM) / (RSS + kernel stack and objects + page tables of a thread)}. Linux, Documentation/
     * filesystems/proc.rst. Beyond it the kernel swaps, then kills (mm/oom_kill.c).
     */
    private void available() {
        Long available = situation.memory().availableBytes();
        if (findings.readable("memory of the machine", "/proc/meminfo", available)) {
            wall(
                    "memory of the machine",
                    LimitScope.MACHINE,
                    LimitEffect.KILLS,
                    OptionalLong.of(available),
                    0,
                    costs.idleResidentBytes(),
                    costs.memoryBytes(),
                    "bytes",
                    "MemAvailable of /proc/meminfo; mm/oom_kill.c out_of_memory: SIGKILL",
                    "hardware",
                    new Setting.Fixed("more memory, or fewer threads; a smaller -Xss saves address space, not memory"));
        }
    }

    /** The same against memory.max (v1: memory.limit_in_bytes) of each ancestor cgroup. Linux, mm/memcontrol.c. */
    private void cgroups() {
        for (CgroupMemory cgroup : situation.memory().cgroups()) {
            if (findings.readable(cgroup.file(), cgroup.folder() + "/memory.stat", cgroup.usedBytes())) {
                wall(
                        cgroup.name(),
                        LimitScope.CGROUP,
                        LimitEffect.KILLS,
                        cgroup.maxBytes(),
                        cgroup.usedBytes(),
                        costs.idleResidentBytes(),
                        costs.memoryBytes(),
                        cgroup.maxBytes().isPresent() ? "bytes" : "unlimited",
                        CgroupMemory.SOURCE,
                        cgroup.file(),
                        cgroup.setting(situation.origins()));
            }
        }
    }

    /**
     * {@code (CommitLimit − reserves − Committed_AS − data of the JVM) / data of a thread}, where vm.overcommit_memory
     * is 2. Linux, mm/util.c, {@code __vm_enough_memory}: ENOMEM. A thread's whole stack counts, touched or not. The
     * user's reserve is at most a 32nd of the process's address space, which a JVM with many threads is beyond; the
     * admin's, 8 MiB, counts here for CAP_SYS_ADMIN too, which the kernel spares it.
     */
    private void commit() {
        MemoryRoom memory = situation.memory();
        if (!findings.readable(
                "CommitLimit",
                "/proc/sys/vm/overcommit_memory, /proc/meminfo",
                memory.overcommit(),
                memory.commitLimitBytes(),
                memory.committedBytes())) {
            return;
        }
        boolean strict = memory.overcommit() == 2;
        if (strict
                && !findings.readable(
                        "CommitLimit",
                        "/proc/sys/vm/user_reserve_kbytes, admin_reserve_kbytes",
                        memory.reservedBytes())) {
            return;
        }
        wall(
                "CommitLimit",
                LimitScope.MACHINE,
                LimitEffect.REFUSES,
                strict ? OptionalLong.of(memory.commitLimitBytes()) : OptionalLong.empty(),
                strict ? memory.committedBytes() + memory.reservedBytes() : memory.committedBytes(),
                costs.idleDataBytes(),
                costs.dataBytes(),
                strict ? "bytes" : "vm.overcommit_memory is " + memory.overcommit() + ": nobody counts",
                "mm/util.c __vm_enough_memory, proc_sys_vm(5): ENOMEM",
                findings.setAt("vm.overcommit_memory", memory.overcommit()),
                new Overcommit());
    }

    /**
     * {@code (RLIMIT_AS − address space of the JVM) / that of a thread}. Linux, mm/mmap.c, {@code may_expand_vm}:
     * ENOMEM.
     */
    private void addressSpace() {
        ResourceLimit limit = situation.process().addressSpaceBytes();
        if (findings.readable("RLIMIT_AS", "/proc/self/limits", limit, situation.privileges())) {
            wall(
                    "RLIMIT_AS",
                    LimitScope.PROCESS,
                    LimitEffect.REFUSES,
                    limit.soft(),
                    0,
                    costs.idleAddressBytes(),
                    costs.addressBytes(),
                    limit.soft().isPresent() ? "bytes" : "unlimited",
                    "mm/mmap.c may_expand_vm, getrlimit(2): ENOMEM",
                    situation.origins().rlimit(situation.account(), "as", limit, false),
                    new Rlimit(
                            "as",
                            "v",
                            situation.account().name(),
                            limit,
                            1_024,
                            Long.MAX_VALUE,
                            situation.privileges().hardCanBeRaised()));
        }
    }

    /**
     * @param others what is taken besides this JVM
     * @param idle what the JVM takes before it starts a thread of ours
     * @param unit of the formula; where nothing is in force, the formula itself
     */
    private void wall(
            String name,
            LimitScope scope,
            LimitEffect effect,
            OptionalLong inForce,
            long others,
            long idle,
            double each,
            String unit,
            String source,
            String setAt,
            Setting setting) {
        long used = others + idle - Math.round(costs.idleThreads() * each);
        String formula = inForce.isEmpty()
                ? unit
                : "(%,d%s − %,d of an idle JVM) / %,.2f %s a thread + %d threads of its own"
                        .formatted(
                                inForce.getAsLong(),
                                others == 0 ? "" : " − %,d in use".formatted(others),
                                idle,
                                each,
                                unit,
                                costs.idleThreads());
        findings.add(new LimitAssessment(name, scope, effect, inForce, used, each, formula, source, setAt, setting));
    }
}
