package threadwall.process.socket;

import java.net.InetAddress;
import java.util.List;

/**
 * A listening TCP socket.
 *
 * @param address that it is bound to; the wildcard is 0.0.0.0 or ::
 * @param inode identifies the socket in {@code /proc/PID/fd}
 * @param uid of its owner
 * @param queued connections that wait for accept()
 * @param backlog how many may wait: the argument of listen(), capped by net.core.somaxconn
 */
public record ListeningSocket(InetAddress address, int port, long inode, int uid, int queued, int backlog) {

    /**
     * The listeners of one port that receive connections to {@code target}: one bound to that address has precedence
     * over one bound to the wildcard. There are several where they share it by SO_REUSEPORT.
     */
    public static List<ListeningSocket> receiving(InetAddress target, List<ListeningSocket> listeners) {
        List<ListeningSocket> exact = listeners.stream()
                .filter(listener -> listener.address().equals(target))
                .toList();
        return exact.isEmpty()
                ? listeners.stream()
                        .filter(listener -> listener.accepts(target))
                        .toList()
                : exact;
    }

    /** Whether this socket can receive a connection to {@code target}, judging by addresses alone. */
    public boolean accepts(InetAddress target) {
        boolean sameFamily = address.getClass() == target.getClass();
        return address.equals(target) || address.isAnyLocalAddress() && (sameFamily || isV6Wildcard());
    }

    /** A socket on :: accepts IPv4 too unless it is IPV6_V6ONLY, which the dump does not show. */
    private boolean isV6Wildcard() {
        return address.getAddress().length == 16;
    }
}
