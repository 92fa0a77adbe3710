package threadwall.watch;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import threadwall.process.socket.ListeningSocket;
import threadwall.process.socket.PortOwner;

/**
 * Finds which listening sockets each process holds. That reads a link per descriptor, so a process is read once when it
 * appears, and all processes only when a socket appears.
 */
final class ListenersByProcess {

    /** Listeners are opened before connections, so the rest of a server's 20,000 descriptors need not be read. */
    private static final int DESCRIPTORS = 1_024;

    private Set<Long> sockets = Set.of();
    private final Map<Long, Set<Long>> held = new HashMap<>();

    /** The listeners of each process; processes without any are left out. */
    Map<Long, List<ListeningSocket>> of(Set<Long> pids, List<ListeningSocket> listeners) {
        var inodes = listeners.stream().map(ListeningSocket::inode).collect(Collectors.toSet());
        held.keySet().retainAll(pids);
        var unread = new HashSet<>(pids);
        if (sockets.containsAll(inodes)) {
            unread.removeAll(held.keySet());
        }
        unread.forEach(pid -> held.put(pid, PortOwner.held(pid, inodes, DESCRIPTORS)));
        sockets = inodes;
        var result = new HashMap<Long, List<ListeningSocket>>();
        held.forEach((pid, ownInodes) -> {
            var listening = listeners.stream()
                    .filter(listener -> ownInodes.contains(listener.inode()))
                    .toList();
            if (!listening.isEmpty()) {
                result.put(pid, listening);
            }
        });
        return result;
    }
}
