package threadwall.watch;

import java.util.List;
import java.util.Set;

/**
 * Selects what to watch. An empty filter selects every server and client that threadwall knows.
 *
 * @param pids processes, whatever they run
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

    /** Whether no process can be added later: only processes were named, and one that has ended does not come back. */
    public boolean processesOnly() {
        return ports.isEmpty() && !pids.isEmpty();
    }

    /** Whether a process is selected by the program that it runs, whatever its PID. */
    boolean includes(DetectedProgram program) {
        return program.known() && (equals(ALL_KNOWN) || program.target() != null && ports.contains(program.target()));
    }
}
