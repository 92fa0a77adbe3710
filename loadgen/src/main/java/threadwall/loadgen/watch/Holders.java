package threadwall.loadgen.watch;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import threadwall.loadgen.proc.Listener;
import threadwall.loadgen.proc.ProcessFinder;

/**
 * Which processes hold which listening sockets. That costs a link for each descriptor, so it is read again only when a
 * process or a socket has come, and then no more often than {@link #SHARE} allows.
 */
final class Holders {

    private static final int SHARE = 400;

    /** Listeners are opened before connections: the rest of a server's 20,000 descriptors are not looked at. */
    private static final int DESCRIPTORS = 1_024;

    private final Pace pace = new Pace(SHARE);
    private Set<Long> processes = Set.of();
    private Set<Long> sockets = Set.of();
    private Map<Long, Set<Long>> held = Map.of();

    /** The listeners of each of some processes; those without any are left out. */
    Map<Long, List<Listener>> of(Set<Long> pids, List<Listener> listeners) throws IOException {
        var inodes = listeners.stream().map(Listener::inode).collect(Collectors.toSet());
        if (!processes.containsAll(pids) || !sockets.containsAll(inodes)) {
            pace.run(() -> read(pids, inodes));
        }
        var result = new HashMap<Long, List<Listener>>();
        for (var pid : pids) {
            var theirs = held.getOrDefault(pid, Set.of());
            var listening = listeners.stream()
                    .filter(listener -> theirs.contains(listener.inode()))
                    .toList();
            if (!listening.isEmpty()) {
                result.put(pid, listening);
            }
        }
        return result;
    }

    private void read(Set<Long> pids, Set<Long> inodes) throws IOException {
        var found = new HashMap<Long, Set<Long>>();
        for (var pid : pids) {
            var theirs = ProcessFinder.held(pid, inodes, DESCRIPTORS);
            if (!theirs.isEmpty()) {
                found.put(pid, theirs);
            }
        }
        held = found;
        processes = Set.copyOf(pids);
        sockets = Set.copyOf(inodes);
    }
}
