package threadwall.loadgen.proc;

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
 */
public record SocketFilter(InetAddress local, Predicate<InetAddress> remote, Set<TcpState> states) {

    /** Every connection: all states but LISTEN and TIME_WAIT. */
    public static final SocketFilter CONNECTIONS =
            new SocketFilter(null, null, EnumSet.complementOf(EnumSet.of(TcpState.LISTEN, TcpState.TIME_WAIT)));

    /** ESTABLISHED only: the cheapest reading of "connections open". */
    public static final SocketFilter ESTABLISHED = new SocketFilter(null, null, EnumSet.of(TcpState.ESTABLISHED));

    /**
     * Connections that the client has not closed yet, seen from the server's side: ESTABLISHED, or closed by the server
     * alone. It is what RFC 4022 counts as tcpCurrEstab (ESTABLISHED or CLOSE-WAIT) at the client's side.
     */
    public static final SocketFilter HELD_BY_CLIENT =
            new SocketFilter(null, null, EnumSet.of(TcpState.ESTABLISHED, TcpState.FIN_WAIT1, TcpState.FIN_WAIT2));

    public SocketFilter {
        states = Set.copyOf(states);
    }

    /** This filter for one local address: one shard among several on the same port. */
    public SocketFilter at(InetAddress address) {
        return new SocketFilter(address, remote, states);
    }

    /** This filter for peers of some addresses: those of {@code ab}, not those of a verifier. */
    public SocketFilter from(Set<InetAddress> addresses) {
        return new SocketFilter(local, Set.copyOf(addresses)::contains, states);
    }

    int stateMask() {
        return states.stream().mapToInt(TcpState::bit).reduce(0, (a, b) -> a | b);
    }
}
