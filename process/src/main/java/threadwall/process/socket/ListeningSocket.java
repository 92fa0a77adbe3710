package threadwall.process.socket;

import java.net.InetAddress;
import java.util.List;

/**
 * A listening TCP socket.
 *
 * @param address what it is bound to; the wildcard is 0.0.0.0 or ::
 * @param inode names the socket in {@code /proc/PID/fd}
 * @param uid whose it is
 * @param queued connections waiting for accept()
 * @param backlog how many may wait: what listen() asked for, cut to net.core.somaxconn
 */
public record ListeningSocket(InetAddress address, int port, long inode, int uid, int queued, int backlog) {

    /**
     * Those of some listeners at one port that a connection to {@code target} comes to: one bound to the address itself
     * takes it before one on the wildcard does. Several where they share it by SO_REUSEPORT.
     */
    public static List<ListeningSocket> taking(InetAddress target, List<ListeningSocket> listeners) {
        List<ListeningSocket> exact = listeners.stream()
                .filter(listener -> listener.address().equals(target))
                .toList();
        return exact.isEmpty()
                ? listeners.stream()
                        .filter(listener -> listener.accepts(target))
                        .toList()
                : exact;
    }

    /** Whether a connection to {@code target} would come here, as far as addresses tell. */
    public boolean accepts(InetAddress target) {
        boolean samefamily = address.getClass() == target.getClass();
        return address.equals(target) || address.isAnyLocalAddress() && (samefamily || isV6Wildcard());
    }

    /** A socket on :: takes IPv4 too unless it was made IPV6_V6ONLY, which the dump does not tell. */
    private boolean isV6Wildcard() {
        return address.getAddress().length == 16;
    }
}
