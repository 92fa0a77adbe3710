package threadwall.process.socket;

import java.net.InetAddress;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Selects which sockets of a local port are counted. IPv4 addresses match both IPv4 sockets and the v4-mapped sockets
 * of a dual-stack server.
 *
 * @param local the socket's own address; null for any
 * @param remote addresses of the peers to count; null for any
 * @param states states to count. There can be 100,000 sockets in TIME_WAIT: {@link SocketMemory} reads their number from
 *     a small file
 * @param orphans whether to count sockets in FIN_WAIT2 that no process holds any more. The kernel keeps them until the
 *     peer closes too, but at most for {@code net.ipv4.tcp_fin_timeout}. They stay that long when the peer's last
 *     segment was lost, or when the peer ended with a reset
 */
public record SocketFilter(InetAddress local, Predicate<InetAddress> remote, Set<TcpState> states, boolean orphans) {

    /** Every connection: all states but LISTEN and TIME_WAIT. */
    public static final SocketFilter CONNECTIONS =
            new SocketFilter(null, null, EnumSet.complementOf(EnumSet.of(TcpState.LISTEN, TcpState.TIME_WAIT)), true);

    /** ESTABLISHED only: the cheapest count of open connections. */
    public static final SocketFilter ESTABLISHED = new SocketFilter(null, null, EnumSet.of(TcpState.ESTABLISHED), true);

    /**
     * Connections that the client has not closed yet, seen from the server's side: ESTABLISHED, or closed by the server
     * alone. RFC 4022 counts the same connections as tcpCurrEstab (ESTABLISHED or CLOSE-WAIT) on the client's side.
     */
    public static final SocketFilter HELD_BY_CLIENT = new SocketFilter(
            null, null, EnumSet.of(TcpState.ESTABLISHED, TcpState.FIN_WAIT1, TcpState.FIN_WAIT2), true);

    /** TIME_WAIT only. */
    public static final SocketFilter TIME_WAIT = new SocketFilter(null, null, EnumSet.of(TcpState.TIME_WAIT), true);

    public SocketFilter {
        states = Set.copyOf(states);
    }

    /** This filter for one local address: one of several shards on the same port. */
    public SocketFilter at(InetAddress address) {
        return new SocketFilter(address, remote, states, orphans);
    }

    /** This filter for peers with these addresses: those of {@code ab}, for example, but not of the verifier. */
    public SocketFilter from(Set<InetAddress> addresses) {
        return new SocketFilter(local, Set.copyOf(addresses)::contains, states, orphans);
    }

    /** This filter without {@link #orphans}: connections that still occupy the server. */
    public SocketFilter withoutOrphans() {
        return new SocketFilter(local, remote, states, false);
    }

    /** Whether a socket of one of the states matches. */
    boolean matches(InetDiag.Socket socket, TcpState state) {
        return (orphans || state != TcpState.FIN_WAIT2 || socket.inode() != 0)
                && (local == null || local.equals(socket.local()))
                && (remote == null || remote.test(socket.remote()));
    }

    int stateMask() {
        return states.stream().mapToInt(TcpState::bit).reduce(0, (a, b) -> a | b);
    }
}
