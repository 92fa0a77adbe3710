package threadwall.watch;

import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import threadwall.process.socket.ListeningSocket;
import threadwall.process.socket.PortOwner;

/**
 * Which processes hold which listening sockets. That costs a link for each descriptor: a process that has come is asked once,
 * and all of them only when a socket has come.
 */
final class ListenersByProcess {

    /** Listeners are opened before connections: the rest of a server's 20,000 descriptors are not looked at. */
    private static final int DESCRIPTORS = 1_024;

    private Set<Long> sockets = Set.of();
    private final Map<Long, Set<Long>> held = new HashMap<>();

    /** The listeners of each of some processes; those without any are left out. */
    Map<Long, List<ListeningSocket>> of(Set<Long> pids, List<ListeningSocket> listeners) throws IOException {
        var inodes = listeners.stream().map(ListeningSocket::inode).collect(Collectors.toSet());
        held.keySet().retainAll(pids);
        ask(sockets.containsAll(inodes) ? without(pids, held.keySet()) : pids, inodes);
        sockets = inodes;
        var result = new HashMap<Long, List<ListeningSocket>>();
        held.forEach((pid, theirs) -> {
            var listening = listeners.stream()
                    .filter(listener -> theirs.contains(listener.inode()))
                    .toList();
            if (!listening.isEmpty()) {
                result.put(pid, listening);
            }
        });
        return result;
    }

    private static Set<Long> without(Set<Long> all, Set<Long> some) {
        var rest = new HashSet<>(all);
        rest.removeAll(some);
        return rest;
    }

    private void ask(Collection<Long> pids, Set<Long> inodes) throws IOException {
        for (var pid : pids) {
            held.put(pid, PortOwner.held(pid, inodes, DESCRIPTORS));
        }
    }
}
