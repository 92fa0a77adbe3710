package threadwall.process.socket;

import java.net.InetAddress;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Which of the sockets at a local port to count. IPv4 addresses match IPv4 sockets and the v4-mapped ones of a
 * dual-stack server alike.
 *
 * @param local the socket's own address; null is any
 * @param remote which peers count; null is any
 * @param states which states; TIME_WAIT is in none of those below, since there can be 100,000 of
 *     them; {@link SocketMemory} has their number for the price of a small file
 * @param orphans whether those in FIN_WAIT2 count that no process has open any more. The kernel keeps them until the peer
 *     ends, too, but no longer than {@code net.ipv4.tcp_fin_timeout}: when what the peer sent last was lost, as when it ended
 *     by a reset, they stay that long
 */
public record SocketFilter(InetAddress local, Predicate<InetAddress> remote, Set<TcpState> states, boolean orphans) {

    /** Every connection: all states but LISTEN and TIME_WAIT. */
    public static final SocketFilter CONNECTIONS =
            new SocketFilter(null, null, EnumSet.complementOf(EnumSet.of(TcpState.LISTEN, TcpState.TIME_WAIT)), true);

    /** ESTABLISHED only: the cheapest reading of "connections open". */
    public static final SocketFilter ESTABLISHED = new SocketFilter(null, null, EnumSet.of(TcpState.ESTABLISHED), true);

    /**
     * Connections that the client has not closed yet, seen from the server's side: ESTABLISHED, or closed by the server
     * alone. It is what RFC 4022 counts as tcpCurrEstab (ESTABLISHED or CLOSE-WAIT) at the client's side.
     */
    public static final SocketFilter HELD_BY_CLIENT = new SocketFilter(
            null, null, EnumSet.of(TcpState.ESTABLISHED, TcpState.FIN_WAIT1, TcpState.FIN_WAIT2), true);

    public SocketFilter {
        states = Set.copyOf(states);
    }

    /** This filter for one local address: one shard among several on the same port. */
    public SocketFilter at(InetAddress address) {
        return new SocketFilter(address, remote, states, orphans);
    }

    /** This filter for peers of some addresses: those of {@code ab}, not those of a verifier. */
    public SocketFilter from(Set<InetAddress> addresses) {
        return new SocketFilter(local, Set.copyOf(addresses)::contains, states, orphans);
    }

    /** This filter without {@link #orphans}: what keeps a server busy, or the kernel for a moment. */
    public SocketFilter withoutOrphans() {
        return new SocketFilter(local, remote, states, false);
    }

    int stateMask() {
        return states.stream().mapToInt(TcpState::bit).reduce(0, (a, b) -> a | b);
    }
}
