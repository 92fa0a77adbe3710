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
 * Connections at ports by state, dealt out to the processes that listen there. A count costs about 1 ms of CPU for 1,000
 * sockets, so it is taken as seldom as {@link #SHARE} demands and kept meanwhile: at 20,000 connections every few seconds.
 */
final class PortConnections {

    /** A quarter of a hundredth of a core: with all else the live page may take a hundredth. */
    private static final double SHARE = 1.0 / 400;

    private final SockDiag sockets;
    private final Duration longest;
    private final SamplingBudget budget = new SamplingBudget(SHARE);
    private Map<Integer, Map<InetAddress, SocketCounts>> counts = Map.of();
    private Set<Long> countedFor = Set.of();
    private long countedAt;

    /** @param longest between two counts */
    PortConnections(SockDiag sockets, Duration longest) {
        this.sockets = sockets;
        this.longest = longest;
    }

    /** Where a listener is bound: those who share a place share its connections. */
    private record Place(InetAddress address, int port) {
        static Place of(ListeningSocket listener) {
            return new Place(listener.address(), listener.port());
        }
    }

    /** Counts anew at the ports of these listeners, if it is time. */
    void refresh(Collection<List<ListeningSocket>> held) throws IOException {
        if (!held.isEmpty()) {
            budget.run(longest, () -> count(held.stream().flatMap(List::stream).toList()));
        }
    }

    private void count(List<ListeningSocket> listeners) throws IOException {
        var fresh = new HashMap<Integer, Map<InetAddress, SocketCounts>>();
        countedAt = System.nanoTime();
        for (var listener : listeners) {
            if (!fresh.containsKey(listener.port())) {
                fresh.put(listener.port(), sockets.countByAddress(listener.port(), SocketFilter.CONNECTIONS));
            }
        }
        counts = fresh;
        countedFor = listeners.stream().map(ListeningSocket::inode).collect(Collectors.toSet());
    }

    /** When the counts are from, by {@link System#nanoTime}. */
    long countedAt() {
        return countedAt;
    }

    /**
     * What is to be told of each process, by TCP state. Where several share an address (SO_REUSEPORT, a socket inherited
     * from a parent) the kernel does not tell whose a connection is: the lowest pid has them all, the others no entry. No
     * entry either for a process that came after the count, so that it is not given the connections of one before it.
     *
     * @param listeners all that there are
     * @param held those of the processes in question
     */
    Map<Long, Map<String, Long>> byProcess(List<ListeningSocket> listeners, Map<Long, List<ListeningSocket>> held) {
        var result = new HashMap<Long, Map<String, Long>>();
        var owners = new HashMap<Place, Long>();
        new TreeMap<>(held).forEach((pid, theirs) -> {
            for (var listener : theirs) {
                if (countedFor.contains(listener.inode()) && owners.putIfAbsent(Place.of(listener), pid) == null) {
                    result.putIfAbsent(pid, new TreeMap<>());
                }
            }
        });
        counts.forEach((port, byAddress) -> {
            var here = listeners.stream()
                    .filter(listener -> listener.port() == port)
                    .toList();
            byAddress.forEach((address, states) -> ListeningSocket.taking(address, here).stream()
                    .map(listener -> owners.get(Place.of(listener)))
                    .filter(Objects::nonNull)
                    .findFirst()
                    .ifPresent(owner -> states.byState()
                            .forEach(
                                    (state, count) -> result.get(owner).merge(state.name(), (long) count, Long::sum))));
        });
        return result;
    }
}
