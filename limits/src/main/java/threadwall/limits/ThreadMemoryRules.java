package threadwall.limits;

import java.util.OptionalLong;

/**
 * Limits on what threads take: maps, memory, address space. Costs are those of one thread. What the idle JVM takes is
 * counted without its internal threads, so {@code allows} includes all threads of the JVM.
 */
record ThreadMemoryRules(DiagnosisBuilder diagnosis, SystemSnapshot snapshot, ThreadCosts costs) {

    static void assess(DiagnosisBuilder diagnosis, ThreadCosts costs) {
        ThreadMemoryRules rules = new ThreadMemoryRules(diagnosis, diagnosis.snapshot(), costs);
        rules.maps();
        rules.available();
        rules.cgroups();
        rules.commit();
        rules.addressSpace();
    }

    /**
     * {@code (vm.max_map_count − maps of the JVM) / maps a thread}: its stack, and one or two guards. Linux, mm/mmap.c
     * {@code do_mmap} and mm/vma.c {@code split_vma}: ENOMEM. HotSpot does not throw there but aborts: os_linux.cpp,
     * {@code os::Linux::commit_memory_impl} ("Native memory allocation (mmap) failed to map"), and stackOverflow.cpp,
     * {@code create_stack_guard_pages} ("(mprotect) failed to protect").
     */
    private void maps() {
        Long max = snapshot.kernel().maxMapCount();
        RunningProcess running = snapshot.running();
        if (running != null && running.maps() == null) {
            diagnosis.unreadable(
                    "vm.max_map_count", "/proc/" + running.pid() + "/maps, which only its user and root can");
        } else if (diagnosis.readable("vm.max_map_count", "/proc/sys/vm/max_map_count", max)) {
            add(
                    "vm.max_map_count",
                    LimitScope.PROCESS,
                    LimitEffect.KILLS,
                    OptionalLong.of(max),
                    0,
                    costs.idleMaps(),
                    costs.maps(),
                    "maps",
                    "mm/mmap.c do_mmap, mm/vma.c split_vma: ENOMEM; HotSpot os_linux.cpp",
                    "abort",
                    diagnosis.setAt("vm.max_map_count", max),
                    diagnosis.setting("vm.max_map_count", Integer.MAX_VALUE));
        }
    }

    /**
     * {@code (MemAvailable − RSS of the JVM) / (RSS + kernel stack and objects + page tables of a thread)}. Linux,
     * Documentation/filesystems/proc.rst. Beyond it the kernel swaps, then kills (mm/oom_kill.c).
     */
    private void available() {
        Long available = snapshot.memory().availableBytes();
        if (diagnosis.readable("memory of the machine", "/proc/meminfo", available)) {
            add(
                    "memory of the machine",
                    LimitScope.MACHINE,
                    LimitEffect.KILLS,
                    OptionalLong.of(available),
                    0,
                    costs.idleResidentBytes(),
                    costs.memoryBytes(),
                    "bytes",
                    "MemAvailable of /proc/meminfo; mm/oom_kill.c out_of_memory",
                    "SIGKILL",
                    "hardware",
                    new Setting.Fixed("more memory, or fewer threads; a smaller -Xss saves address space, not memory"));
        }
    }

    /** The same for memory.max (v1: memory.limit_in_bytes) of each ancestor cgroup. Linux, mm/memcontrol.c. */
    private void cgroups() {
        for (CgroupMemory cgroup : snapshot.memory().cgroups()) {
            if (diagnosis.readable(cgroup.file(), cgroup.folder() + "/memory.stat", cgroup.usedBytes())) {
                add(
                        cgroup.name(),
                        LimitScope.CGROUP,
                        LimitEffect.KILLS,
                        cgroup.maxBytes(),
                        cgroup.usedBytes(),
                        costs.idleResidentBytes(),
                        costs.memoryBytes(),
                        cgroup.maxBytes().isPresent() ? "bytes" : "unlimited",
                        CgroupMemory.SOURCE,
                        "SIGKILL",
                        cgroup.file(),
                        cgroup.setting(snapshot.origins()));
            }
        }
    }

    /**
     * {@code (CommitLimit − reserves − Committed_AS − data of the JVM) / data of a thread}, where vm.overcommit_memory is 2.
     * Linux, mm/util.c, {@code __vm_enough_memory}: ENOMEM. A thread's whole stack counts, touched or not. The user's reserve
     * is at most 1/32 of the process's address space; a JVM with many threads exceeds that. The admin's reserve, 8 MiB, is
     * subtracted for CAP_SYS_ADMIN too, although the kernel does not do so.
     */
    private void commit() {
        AvailableMemory memory = snapshot.memory();
        if (!diagnosis.readable(
                "CommitLimit",
                "/proc/sys/vm/overcommit_memory, /proc/meminfo",
                memory.overcommit(),
                memory.commitLimitBytes(),
                memory.committedBytes())) {
            return;
        }
        boolean strict = memory.overcommit() == 2;
        if (strict
                && !diagnosis.readable(
                        "CommitLimit",
                        "/proc/sys/vm/user_reserve_kbytes, admin_reserve_kbytes",
                        memory.reservedBytes())) {
            return;
        }
        add(
                "CommitLimit",
                LimitScope.MACHINE,
                LimitEffect.REFUSES,
                strict ? OptionalLong.of(memory.commitLimitBytes()) : OptionalLong.empty(),
                strict ? memory.committedBytes() + memory.reservedBytes() : memory.committedBytes(),
                costs.idleDataBytes(),
                costs.dataBytes(),
                strict ? "bytes" : "vm.overcommit_memory is " + memory.overcommit() + ": not counted",
                "mm/util.c __vm_enough_memory, proc_sys_vm(5)",
                "ENOMEM",
                diagnosis.setAt("vm.overcommit_memory", memory.overcommit()),
                new OvercommitSetting());
    }

    /**
     * {@code (RLIMIT_AS − address space of the JVM) / that of a thread}. Linux, mm/mmap.c, {@code may_expand_vm}:
     * ENOMEM.
     */
    private void addressSpace() {
        ResourceLimit limit = snapshot.process().addressSpaceBytes();
        if (diagnosis.readable("RLIMIT_AS", "/proc/self/limits", limit, snapshot.privileges())) {
            add(
                    "RLIMIT_AS",
                    LimitScope.PROCESS,
                    LimitEffect.REFUSES,
                    limit.soft(),
                    0,
                    costs.idleAddressBytes(),
                    costs.addressBytes(),
                    limit.soft().isPresent() ? "bytes" : "unlimited",
                    "mm/mmap.c may_expand_vm, getrlimit(2)",
                    "ENOMEM",
                    snapshot.origins().rlimit(snapshot.account(), "as", limit, false),
                    diagnosis.rlimit("as", "v", limit, 1_024, Long.MAX_VALUE));
        }
    }

    /**
     * @param others what other processes take
     * @param idle what the idle JVM takes
     * @param unit of the formula; where no value is in force, the whole formula
     */
    private void add(
            String name,
            LimitScope scope,
            LimitEffect effect,
            OptionalLong inForce,
            long others,
            long idle,
            double each,
            String unit,
            String source,
            String response,
            String setAt,
            Setting setting) {
        long used = others + idle - Math.round(costs.idleThreads() * each);
        String formula = inForce.isEmpty()
                ? unit
                : snapshot.running() == null
                        ? ofANewJvm(inForce.getAsLong(), others, idle, each, unit)
                        : "(%,d − %,d in use) / %,.2f %s per thread"
                                .formatted(inForce.getAsLong(), others + idle, each, unit);
        diagnosis.add(new LimitAssessment(
                name, scope, effect, inForce, used, each, formula, source, response, setAt, setting));
    }

    private String ofANewJvm(long inForce, long others, long idle, double each, String unit) {
        return "(%,d%s − %,d of an idle JVM) / %,.2f %s per thread + the JVM's own %d threads"
                .formatted(
                        inForce,
                        others == 0 ? "" : " − %,d in use".formatted(others),
                        idle,
                        each,
                        unit,
                        costs.idleThreads());
    }
}
