package threadwall.limits;

import java.util.List;
import java.util.OptionalLong;

/** What connections take of the kernel: memory, buffer pages, entries of the connection table. */
final class TcpMemory {

    /**
     * Bytes of kernel memory (Slab) that an open loopback connection costs, both ends: two sockets, files, inodes and
     * directory entries. docs/limits.md has the program and its runs: 7,541 to 9,278 on Linux 6.18, x86_64, of them
     * 5,687 to 5,762 that cannot be reclaimed in all but one of twelve runs of 9,000 connections.
     */
    static final long BYTES = 8_000;

    /** Pages of tcp_mem with a short message unread at each end, in the same runs: 1.96 to 1.99, and none when idle. */
    static final int PAGES = 2;

    private TcpMemory() {}

    static void judge(Assessments findings) {
        available(findings);
        cgroups(findings);
        pages(findings);
        conntrack(findings);
    }

    /** {@code MemAvailable / 8,000 bytes}. Beyond it the kernel swaps, then kills (mm/oom_kill.c). */
    private static void available(Assessments findings) {
        Long available = findings.situation().memory().availableBytes();
        if (findings.readable("memory of the machine", "/proc/meminfo", available)) {
            findings.add(new LimitAssessment(
                    "memory of the machine",
                    LimitScope.MACHINE,
                    LimitEffect.KILLS,
                    OptionalLong.of(available),
                    0,
                    BYTES,
                    "%,d bytes / %,d of the kernel's a connection, both ends".formatted(available, BYTES),
                    "MemAvailable of /proc/meminfo; mm/oom_kill.c out_of_memory: SIGKILL",
                    "hardware",
                    new Setting.Fixed("more memory, or fewer connections")));
        }
    }

    /** The same against each ancestor cgroup: sockets, files and inodes are charged to it (SLAB_ACCOUNT). */
    private static void cgroups(Assessments findings) {
        SystemSnapshot situation = findings.situation();
        for (CgroupMemory cgroup : situation.memory().cgroups()) {
            if (findings.readable(cgroup.file(), cgroup.folder() + "/memory.stat", cgroup.usedBytes())) {
                OptionalLong max = cgroup.maxBytes();
                findings.add(new LimitAssessment(
                        cgroup.name(),
                        LimitScope.CGROUP,
                        LimitEffect.KILLS,
                        max,
                        cgroup.usedBytes(),
                        BYTES,
                        max.isEmpty()
                                ? "unlimited"
                                : "(%,d − %,d in use) / %,d of the kernel's a connection, both ends"
                                        .formatted(max.getAsLong(), cgroup.usedBytes(), BYTES),
                        CgroupMemory.SOURCE,
                        cgroup.file(),
                        cgroup.setting(situation.origins())));
            }
        }
    }

    /**
     * {@code (high of net.ipv4.tcp_mem − pages in use) / 2}, when each end has a message unread. Linux,
     * net/core/sock.c, {@code __sk_mem_raise_allocated}: above it sends wait and received data is dropped. An idle
     * connection takes none.
     */
    private static void pages(Assessments findings) {
        List<Long> pages = findings.situation().sockets().tcpMemPages();
        Long used = findings.situation().sockets().tcpPages();
        if (findings.readable("net.ipv4.tcp_mem", "/proc/sys/net/ipv4/tcp_mem, /proc/net/sockstat", pages, used)) {
            long high = pages.getLast();
            findings.add(new LimitAssessment(
                    "net.ipv4.tcp_mem",
                    LimitScope.MACHINE,
                    LimitEffect.SLOWS,
                    OptionalLong.of(high),
                    used,
                    PAGES,
                    "(%,d − %,d pages in use) / %d with data unread at both ends".formatted(high, used, PAGES),
                    "net/core/sock.c __sk_mem_raise_allocated: data dropped",
                    findings.setAt("net.ipv4.tcp_mem", pages.toString().replaceAll("[\\[\\],]", "")),
                    new TcpMem(pages)));
        }
    }

    /**
     * {@code net.netfilter.nf_conntrack_max − nf_conntrack_count}, where the module is loaded and some rule of a
     * firewall has it follow connections. Linux, net/netfilter/nf_conntrack_core.c, {@code __nf_conntrack_alloc}:
     * packets are dropped.
     */
    private static void conntrack(Assessments findings) {
        Long max = findings.situation().sockets().conntrackMax();
        Long count = findings.situation().sockets().conntrackCount();
        if (max == null || count == null) {
            return; // not loaded, as on most machines without a firewall
        }
        boolean follows = count > 0;
        findings.add(new LimitAssessment(
                "net.netfilter.nf_conntrack_max",
                LimitScope.NETWORK_NAMESPACE,
                LimitEffect.REFUSES,
                follows ? OptionalLong.of(max) : OptionalLong.empty(),
                count,
                1,
                follows ? "%,d − %,d followed".formatted(max, count) : "loaded, but no connection is followed now",
                "net/netfilter/nf_conntrack_core.c __nf_conntrack_alloc: ETIMEDOUT",
                findings.setAt("net.netfilter.nf_conntrack_max", max),
                new Setting.Sysctl("net.netfilter.nf_conntrack_max", Integer.MAX_VALUE)));
    }
}
