package threadwall.watch;

import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import threadwall.process.SamplingBudget;
import threadwall.process.socket.ListeningSocket;
import threadwall.process.socket.SockDiag;
import threadwall.process.socket.SocketCounts;
import threadwall.process.socket.SocketFilter;

/**
 * Counts connections at ports by state and assigns them to the processes that listen there. A count costs about 1 ms of
 * CPU per 1,000 sockets, so it is repeated only as often as {@link #SHARE} allows: every few seconds at 20,000
 * connections.
 */
final class PortConnections {

    /** A quarter of a percent of a core; the live page as a whole may use one percent. */
    private static final double SHARE = 1.0 / 400;

    private final SockDiag sockets;
    private final Duration longest;
    private final SamplingBudget budget = new SamplingBudget(SHARE);
    private Map<Integer, Map<InetAddress, SocketCounts>> counts = Map.of();
    private Set<Long> countedInodes = Set.of();
    private long countedAt;

    /** @param longest interval between two counts */
    PortConnections(SockDiag sockets, Duration longest) {
        this.sockets = sockets;
        this.longest = longest;
    }

    /** Where a listener is bound: listeners with the same binding share its connections. */
    private record Binding(InetAddress address, int port) {
        static Binding of(ListeningSocket listener) {
            return new Binding(listener.address(), listener.port());
        }
    }

    /** Counts again at the ports of these listeners, if that is due. */
    void refresh(Collection<List<ListeningSocket>> listenersByPid) throws IOException {
        if (!listenersByPid.isEmpty()) {
            budget.run(
                    longest,
                    () -> count(listenersByPid.stream().flatMap(List::stream).toList()));
        }
    }

    private void count(List<ListeningSocket> listeners) throws IOException {
        var newCounts = new HashMap<Integer, Map<InetAddress, SocketCounts>>();
        countedAt = System.nanoTime();
        for (var listener : listeners) {
            if (!newCounts.containsKey(listener.port())) {
                newCounts.put(listener.port(), sockets.countByAddress(listener.port(), SocketFilter.CONNECTIONS));
            }
        }
        counts = newCounts;
        countedInodes = listeners.stream().map(ListeningSocket::inode).collect(Collectors.toSet());
    }

    /** When the connections were counted, by {@link System#nanoTime}. */
    long countedAt() {
        return countedAt;
    }

    /**
     * The connections of each process, by TCP state. Where several processes share an address (SO_REUSEPORT, or a
     * socket inherited from a parent), the kernel does not show which of them owns a connection: the lowest PID gets
     * them all, the others have no entry. A process that appeared after the count has no entry either, so that it does
     * not get the connections of its predecessor.
     *
     * @param listeners all listeners of the machine
     * @param listenersByPid those of the processes in question
     */
    Map<Long, Map<String, Long>> byProcess(
            List<ListeningSocket> listeners, Map<Long, List<ListeningSocket>> listenersByPid) {
        var result = new HashMap<Long, Map<String, Long>>();
        var owners = new HashMap<Binding, Long>();
        new TreeMap<>(listenersByPid).forEach((pid, ownListeners) -> {
            for (var listener : ownListeners) {
                if (countedInodes.contains(listener.inode()) && owners.putIfAbsent(Binding.of(listener), pid) == null) {
                    result.putIfAbsent(pid, new TreeMap<>());
                }
            }
        });
        counts.forEach((port, byAddress) -> {
            var here = listeners.stream()
                    .filter(listener -> listener.port() == port)
                    .toList();
            byAddress.forEach((address, states) -> ListeningSocket.receiving(address, here).stream()
                    .map(listener -> owners.get(Binding.of(listener)))
                    .filter(Objects::nonNull)
                    .findFirst()
                    .ifPresent(owner -> states.byState()
                            .forEach(
                                    (state, count) -> result.get(owner).merge(state.name(), (long) count, Long::sum))));
        });
        return result;
    }
}
