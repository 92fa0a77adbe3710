package threadwall.limits;

import java.util.OptionalLong;

/**
 * Limits on simultaneous arrivals. Beyond them a burst is not refused: the kernel drops SYNs, and clients send them again after 1 s.
 */
final class AcceptQueueRules {

    /** The backlog that our servers pass to listen(). */
    static final int BACKLOG = 65_535;

    private AcceptQueueRules() {}

    static void assess(DiagnosisBuilder diagnosis) {
        acceptQueue(diagnosis);
        synQueue(diagnosis);
    }

    /**
     * {@code min(backlog, net.core.somaxconn) + 1}: connections that are open and not yet accepted. Linux, net/socket.c
     * {@code __sys_listen_socket}, include/net/sock.h {@code sk_acceptq_is_full}, which is true above the value, not at it.
     */
    private static void acceptQueue(DiagnosisBuilder diagnosis) {
        Long max = diagnosis.snapshot().kernel().somaxconn();
        if (diagnosis.readable("net.core.somaxconn", "/proc/sys/net/core/somaxconn", max)) {
            long queue = Math.min(BACKLOG, max);
            diagnosis.add(new LimitAssessment(
                    "net.core.somaxconn",
                    LimitScope.NETWORK_NAMESPACE,
                    LimitEffect.SLOWS,
                    OptionalLong.of(queue),
                    -1,
                    1,
                    "min(%,d, backlog %,d) + 1 in one burst".formatted(max, BACKLOG),
                    "net/socket.c __sys_listen_socket, include/net/sock.h sk_acceptq_is_full",
                    "SYN dropped",
                    diagnosis.setAt("net.core.somaxconn", max),
                    diagnosis.setting("net.core.somaxconn", BACKLOG, "threadwall's servers request")));
        }
    }

    /**
     * {@code ¾ of net.ipv4.tcp_max_syn_backlog + 1}: half-open connections, and only without SYN cookies. The kernel keeps
     * the last quarter for peers that it knows. Linux, net/ipv4/tcp_input.c, {@code tcp_conn_request}: it refuses when less
     * than a quarter is left, not at a quarter, and never holds more than the backlog + 1. Over loopback a handshake takes
     * no time, so the queue stays short; over a network it holds the handshakes of one round trip.
     */
    private static void synQueue(DiagnosisBuilder diagnosis) {
        Long max = diagnosis.snapshot().kernel().tcpMaxSynBacklog();
        Long cookies = diagnosis.snapshot().sockets().synCookies();
        if (diagnosis.readable(
                "net.ipv4.tcp_max_syn_backlog",
                "/proc/sys/net/ipv4/tcp_max_syn_backlog, tcp_syncookies",
                max,
                cookies)) {
            boolean counts = cookies == 0;
            diagnosis.add(new LimitAssessment(
                    "net.ipv4.tcp_max_syn_backlog",
                    LimitScope.NETWORK_NAMESPACE,
                    LimitEffect.SLOWS,
                    counts ? OptionalLong.of(max) : OptionalLong.empty(),
                    max / 4 - 1,
                    1,
                    counts
                            ? "%,d − %,d reserved for known peers + 1".formatted(max, max / 4)
                            : "net.ipv4.tcp_syncookies is " + cookies
                                    + ": with a full queue the kernel sends SYN cookies",
                    "net/ipv4/tcp_input.c tcp_conn_request",
                    "SYN dropped",
                    diagnosis.setAt("net.ipv4.tcp_max_syn_backlog", max),
                    diagnosis.setting("net.ipv4.tcp_max_syn_backlog", Integer.MAX_VALUE)));
        }
    }
}
