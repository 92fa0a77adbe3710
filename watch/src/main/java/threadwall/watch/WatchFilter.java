package threadwall.watch;

import java.util.List;
import java.util.Set;

/**
 * What to watch. With neither, it is every server and client that threadwall knows.
 *
 * @param pids processes, whatever they are
 * @param ports whatever listens there, now or later, and the known clients that load them
 */
public record WatchFilter(Set<Long> pids, Set<Integer> ports) {

    public static final WatchFilter ALL_KNOWN = new WatchFilter(Set.of(), Set.of());

    public WatchFilter {
        pids = Set.copyOf(pids);
        ports = Set.copyOf(ports);
    }

    public static WatchFilter of(List<Long> pids, List<Integer> ports) {
        return new WatchFilter(Set.copyOf(pids), Set.copyOf(ports));
    }

    /** Whether nothing new can come: only processes were named, and one that has ended does not come back. */
    public boolean processesOnly() {
        return ports.isEmpty() && !pids.isEmpty();
    }

    /** Whether a process is one of them for what it runs, whatever its pid. */
    boolean includes(DetectedProgram program) {
        return program.known() && (equals(ALL_KNOWN) || program.target() != null && ports.contains(program.target()));
    }
}
