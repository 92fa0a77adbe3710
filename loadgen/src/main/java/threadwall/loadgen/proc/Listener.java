package threadwall.loadgen.proc;

import java.net.InetAddress;

/**
 * A listening TCP socket.
 *
 * @param address what it is bound to; the wildcard is 0.0.0.0 or ::
 * @param inode names the socket in {@code /proc/PID/fd}
 * @param uid whose it is
 * @param queued connections waiting for accept()
 * @param backlog how many may wait: what listen() asked for, cut to net.core.somaxconn
 */
public record Listener(InetAddress address, int port, long inode, int uid, int queued, int backlog) {

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
