package threadwall.limits;

import java.util.List;
import java.util.OptionalLong;

/** Limits on what connections take from the kernel: memory, buffer pages, entries of the connection tracking table. */
final class ConnectionMemoryRules {

    /**
     * Kernel memory (Slab) of an open loopback connection, both ends: two sockets, files, inodes and directory entries.
     * docs/internals/connection-memory.md has the program and its runs: 7,541 to 9,278 bytes on Linux 6.18, x86_64. Of these, 5,687 to 5,762 cannot
     * be reclaimed, in all but one of twelve runs with 9,000 connections.
     */
    static final long BYTES = 8_000;

    /** Pages of tcp_mem with one short message unread at each end, in the same runs: 1.96 to 1.99; none when idle. */
    static final int PAGES = 2;

    private ConnectionMemoryRules() {}

    static void assess(DiagnosisBuilder diagnosis) {
        available(diagnosis);
        cgroups(diagnosis);
        pages(diagnosis);
        conntrack(diagnosis);
    }

    /** {@code MemAvailable / 8,000 bytes}. Beyond it the kernel swaps, then kills (mm/oom_kill.c). */
    private static void available(DiagnosisBuilder diagnosis) {
        Long available = diagnosis.snapshot().memory().availableBytes();
        if (diagnosis.readable("memory of the machine", "/proc/meminfo", available)) {
            diagnosis.add(new LimitAssessment(
                    "memory of the machine",
                    LimitScope.MACHINE,
                    LimitEffect.KILLS,
                    OptionalLong.of(available),
                    0,
                    BYTES,
                    "%,d bytes / %,d kernel bytes per connection, both ends".formatted(available, BYTES),
                    "MemAvailable of /proc/meminfo; mm/oom_kill.c out_of_memory",
                    "SIGKILL",
                    "hardware",
                    new Setting.Fixed("more memory, or fewer connections")));
        }
    }

    /** The same for each ancestor cgroup: sockets, files and inodes are charged to it (SLAB_ACCOUNT). */
    private static void cgroups(DiagnosisBuilder diagnosis) {
        SystemSnapshot snapshot = diagnosis.snapshot();
        for (CgroupMemory cgroup : snapshot.memory().cgroups()) {
            if (diagnosis.readable(cgroup.file(), cgroup.folder() + "/memory.stat", cgroup.usedBytes())) {
                OptionalLong max = cgroup.maxBytes();
                diagnosis.add(new LimitAssessment(
                        cgroup.name(),
                        LimitScope.CGROUP,
                        LimitEffect.KILLS,
                        max,
                        cgroup.usedBytes(),
                        BYTES,
                        max.isEmpty()
                                ? "unlimited"
                                : "(%,d − %,d in use) / %,d kernel bytes per connection, both ends"
                                        .formatted(max.getAsLong(), cgroup.usedBytes(), BYTES),
                        CgroupMemory.SOURCE,
                        "SIGKILL",
                        cgroup.file(),
                        cgroup.setting(snapshot.origins())));
            }
        }
    }

    /**
     * {@code (high of net.ipv4.tcp_mem − pages in use) / 2}, when each end has a message unread. Linux,
     * net/core/sock.c, {@code __sk_mem_raise_allocated}: above it sends wait and received data is dropped. An idle
     * connection takes none.
     */
    private static void pages(DiagnosisBuilder diagnosis) {
        List<Long> pages = diagnosis.snapshot().sockets().tcpMemPages();
        Long used = diagnosis.snapshot().sockets().tcpPages();
        if (diagnosis.readable("net.ipv4.tcp_mem", "/proc/sys/net/ipv4/tcp_mem, /proc/net/sockstat", pages, used)) {
            long high = pages.getLast();
            diagnosis.add(new LimitAssessment(
                    "net.ipv4.tcp_mem",
                    LimitScope.MACHINE,
                    LimitEffect.SLOWS,
                    OptionalLong.of(high),
                    used,
                    PAGES,
                    "(%,d − %,d pages in use) / %d per connection with unread data at both ends"
                            .formatted(high, used, PAGES),
                    "net/core/sock.c __sk_mem_raise_allocated",
                    "data dropped",
                    diagnosis.setAt("net.ipv4.tcp_mem", pages.toString().replaceAll("[\\[\\],]", "")),
                    new TcpMemSetting(pages, diagnosis.sysctls().numbersAfterBoot("net.ipv4.tcp_mem"))));
        }
    }

    /**
     * {@code net.netfilter.nf_conntrack_max − nf_conntrack_count}, where the module is loaded and a firewall rule makes it
     * track connections. Linux, net/netfilter/nf_conntrack_core.c, {@code __nf_conntrack_alloc}: packets are dropped.
     */
    private static void conntrack(DiagnosisBuilder diagnosis) {
        Long max = diagnosis.snapshot().sockets().conntrackMax();
        Long count = diagnosis.snapshot().sockets().conntrackCount();
        if (max == null || count == null) {
            return; // not loaded, as on most machines without a firewall
        }
        boolean tracks = count > 0;
        diagnosis.add(new LimitAssessment(
                "net.netfilter.nf_conntrack_max",
                LimitScope.NETWORK_NAMESPACE,
                LimitEffect.REFUSES,
                tracks ? OptionalLong.of(max) : OptionalLong.empty(),
                count,
                1,
                tracks ? "%,d − %,d tracked".formatted(max, count) : "loaded, but tracks no connection now",
                "net/netfilter/nf_conntrack_core.c __nf_conntrack_alloc",
                "ETIMEDOUT",
                diagnosis.setAt("net.netfilter.nf_conntrack_max", max),
                diagnosis.setting("net.netfilter.nf_conntrack_max", Integer.MAX_VALUE)));
    }
}
