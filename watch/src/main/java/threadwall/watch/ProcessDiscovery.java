package threadwall.watch;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import threadwall.process.SamplingBudget;
import threadwall.process.socket.ListeningSocket;
import threadwall.process.socket.SockDiag;
import threadwall.record.WatchRecord.Role;

/**
 * Finds the processes to follow and where they listen. To list processes the kernel walks all threads of the machine, 3
 * ms for 17,000, so this is done only as often as {@link #SHARE} allows.
 */
final class ProcessDiscovery {

    private static final double SHARE = 1.0 / 1_000;

    /**
     * The maximum delay until a new server is shown; a JVM that has just started needs ten times as long to answer.
     */
    private static final Duration LONGEST = Duration.ofSeconds(3);

    private final WatchFilter filter;
    private final ProgramDetector detector;
    private final SockDiag sockets;
    private final ListenersByProcess listenersByProcess = new ListenersByProcess();
    private final Duration longest;
    private final SamplingBudget budget = new SamplingBudget(SHARE);
    private Map<Long, DetectedProgram> programByPid = new HashMap<>();
    private Map<Long, List<ListeningSocket>> listenersByPid = new HashMap<>();
    private List<ListeningSocket> listeners = List.of();

    /** @param longest interval between two, where that is shorter than {@link #LONGEST} */
    ProcessDiscovery(WatchFilter filter, ProgramDetector detector, SockDiag sockets, Duration longest) {
        this.filter = filter;
        this.detector = detector;
        this.sockets = sockets;
        this.longest = longest.compareTo(LONGEST) < 0 ? longest : LONGEST;
    }

    /** Discovers again if that is due. */
    void refresh() throws IOException {
        budget.run(longest, this::discover);
    }

    private void discover() throws IOException {
        listeners = sockets.listeners(SockDiag.EVERY_PORT);
        var pids = filter.processesOnly() ? filter.pids() : detector.pids();
        programByPid = detector.among(pids, filter::includes);
        listenersByPid = listenersByProcess.of(candidates(pids), relevant());
    }

    /** Processes whose listening sockets matter. Any process may listen at a port that was named. */
    private Set<Long> candidates(Set<Long> pids) {
        if (!filter.ports().isEmpty()) {
            return pids;
        }
        var candidates = new HashSet<>(filter.pids());
        programByPid.forEach((pid, program) -> {
            if (program.role() == Role.SERVER) {
                candidates.add(pid);
            }
        });
        return candidates;
    }

    /**
     * All ports are shown for processes that are known or named; to search all listeners of all processes is too
     * expensive.
     */
    private List<ListeningSocket> relevant() {
        return filter.ports().isEmpty() || !filter.pids().isEmpty()
                ? listeners
                : listeners.stream()
                        .filter(listener -> filter.ports().contains(listener.port()))
                        .toList();
    }

    /** PIDs of the processes to follow; some may have ended since. */
    Set<Long> followed() {
        var followed = new TreeSet<>(programByPid.keySet());
        followed.addAll(filter.pids());
        listenersByPid.forEach((pid, ownListeners) -> {
            if (ownListeners.stream().anyMatch(listener -> filter.ports().contains(listener.port()))) {
                followed.add(pid);
            }
        });
        return followed;
    }

    /** Forgets a process that has ended: the next process with its PID is discovered as a new one. */
    void forget(long pid) {
        programByPid.remove(pid);
        listenersByPid.remove(pid);
    }

    /** The program that a process runs. */
    DetectedProgram program(long pid) {
        var program = programByPid.get(pid);
        return program == null ? detector.of(pid) : program;
    }

    /** All listening sockets of the machine. */
    List<ListeningSocket> listeners() {
        return listeners;
    }

    /** The listening sockets of each of these processes; processes without any are left out. */
    Map<Long, List<ListeningSocket>> listenersByPid(Set<Long> pids) {
        var ownListeners = new HashMap<>(listenersByPid);
        ownListeners.keySet().retainAll(pids);
        return ownListeners;
    }

    /** Ports that were named and at which a process listens that this user may not inspect. */
    Set<Integer> unreadablePorts() {
        var readable = listenersByPid.values().stream()
                .flatMap(List::stream)
                .map(ListeningSocket::port)
                .collect(Collectors.toSet());
        return listeners.stream()
                .map(ListeningSocket::port)
                .filter(port -> filter.ports().contains(port) && !readable.contains(port))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
