package threadwall.limits;

import java.util.OptionalLong;

/** What can arrive at once. Beyond these a burst is not refused: SYNs are dropped, and sent again after 1 s. */
final class AcceptQueues {

    /** What our servers ask listen() for. */
    static final int BACKLOG = 65_535;

    private AcceptQueues() {}

    static void judge(Assessments findings) {
        acceptQueue(findings);
        synQueue(findings);
    }

    /**
     * {@code min(backlog, net.core.somaxconn) + 1}: opened, and not yet accepted. Linux, net/socket.c {@code
     * __sys_listen_socket}, include/net/sock.h {@code sk_acceptq_is_full}, which is true above it, not at it.
     */
    private static void acceptQueue(Assessments findings) {
        Long max = findings.situation().kernel().somaxconn();
        if (findings.readable("net.core.somaxconn", "/proc/sys/net/core/somaxconn", max)) {
            long queue = Math.min(BACKLOG, max);
            findings.add(new LimitAssessment(
                    "net.core.somaxconn",
                    LimitScope.NETWORK_NAMESPACE,
                    LimitEffect.SLOWS,
                    OptionalLong.of(queue),
                    -1,
                    1,
                    "min(%,d, backlog %,d) + 1 in one burst".formatted(max, BACKLOG),
                    "net/socket.c __sys_listen_socket, include/net/sock.h sk_acceptq_is_full: SYN dropped",
                    findings.setAt("net.core.somaxconn", max),
                    new Setting.Sysctl("net.core.somaxconn", BACKLOG, "our servers do not ask for more")));
        }
    }

    /**
     * {@code ¾ of net.ipv4.tcp_max_syn_backlog + 1}: half-open, and only without SYN cookies; the last quarter is kept
     * for peers known before. Linux, net/ipv4/tcp_input.c, {@code tcp_conn_request}, which refuses when less than a
     * quarter is left, not at it; nor are there more than the backlog + 1. Over loopback the handshake takes one go, so
     * that the queue stays short; over a network it holds a round trip's worth.
     */
    private static void synQueue(Assessments findings) {
        Long max = findings.situation().kernel().tcpMaxSynBacklog();
        Long cookies = findings.situation().sockets().synCookies();
        if (findings.readable(
                "net.ipv4.tcp_max_syn_backlog",
                "/proc/sys/net/ipv4/tcp_max_syn_backlog, tcp_syncookies",
                max,
                cookies)) {
            boolean counts = cookies == 0;
            findings.add(new LimitAssessment(
                    "net.ipv4.tcp_max_syn_backlog",
                    LimitScope.NETWORK_NAMESPACE,
                    LimitEffect.SLOWS,
                    counts ? OptionalLong.of(max) : OptionalLong.empty(),
                    max / 4 - 1,
                    1,
                    counts
                            ? "%,d − %,d kept for peers known before + 1".formatted(max, max / 4)
                            : "net.ipv4.tcp_syncookies is " + cookies + ": a full queue answers by cookie",
                    "net/ipv4/tcp_input.c tcp_conn_request: SYN dropped",
                    findings.setAt("net.ipv4.tcp_max_syn_backlog", max),
                    new Setting.Sysctl("net.ipv4.tcp_max_syn_backlog", Integer.MAX_VALUE)));
        }
    }
}
