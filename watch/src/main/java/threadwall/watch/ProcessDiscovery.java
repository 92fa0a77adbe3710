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
 * Which processes there are to follow, and where they listen. To list processes the kernel walks all threads of the machine,
 * 3 ms for 17,000, so it is done as seldom as {@link #SHARE} demands.
 */
final class ProcessDiscovery {

    private static final double SHARE = 1.0 / 1_000;

    /** Nobody waits longer for a server that has come, though a JVM that has just started needs ten times as long. */
    private static final Duration LONGEST = Duration.ofSeconds(3);

    private final WatchFilter wanted;
    private final ProgramDetector programs;
    private final SockDiag sockets;
    private final ListenersByProcess holders = new ListenersByProcess();
    private final Duration longest;
    private final SamplingBudget budget = new SamplingBudget(SHARE);
    private Map<Long, DetectedProgram> known = new HashMap<>();
    private Map<Long, List<ListeningSocket>> held = new HashMap<>();
    private List<ListeningSocket> listeners = List.of();

    /** @param longest between two, where that is shorter than {@link #LONGEST} */
    ProcessDiscovery(WatchFilter wanted, ProgramDetector programs, SockDiag sockets, Duration longest) {
        this.wanted = wanted;
        this.programs = programs;
        this.sockets = sockets;
        this.longest = longest.compareTo(LONGEST) < 0 ? longest : LONGEST;
    }

    /** Takes it anew if it is time. */
    void refresh() throws IOException {
        budget.run(longest, this::take);
    }

    private void take() throws IOException {
        listeners = sockets.listeners(SockDiag.EVERY_PORT);
        var pids = wanted.processesOnly() ? wanted.pids() : programs.pids();
        known = programs.among(pids, wanted::includes);
        held = holders.of(candidates(pids), relevant());
    }

    /** Processes whose listening sockets matter: anybody may listen at a port. */
    private Set<Long> candidates(Set<Long> pids) {
        if (!wanted.ports().isEmpty()) {
            return pids;
        }
        var candidates = new HashSet<>(wanted.pids());
        known.forEach((pid, program) -> {
            if (program.role() == Role.SERVER) {
                candidates.add(pid);
            }
        });
        return candidates;
    }

    /** Of processes that are known or named, all ports are told; to look for all of everybody's costs too much. */
    private List<ListeningSocket> relevant() {
        return wanted.ports().isEmpty() || !wanted.pids().isEmpty()
                ? listeners
                : listeners.stream()
                        .filter(listener -> wanted.ports().contains(listener.port()))
                        .toList();
    }

    /** The processes to follow, by pid; some may have ended since. */
    Set<Long> followed() {
        var followed = new TreeSet<>(known.keySet());
        followed.addAll(wanted.pids());
        held.forEach((pid, theirs) -> {
            if (theirs.stream().anyMatch(listener -> wanted.ports().contains(listener.port()))) {
                followed.add(pid);
            }
        });
        return followed;
    }

    /** A process has ended: whoever has its pid next is a new one, to be met at the next time. */
    void forget(long pid) {
        known.remove(pid);
        held.remove(pid);
    }

    /** What a process runs. */
    DetectedProgram program(long pid) {
        var program = known.get(pid);
        return program == null ? programs.of(pid) : program;
    }

    /** All listening sockets. */
    List<ListeningSocket> listeners() {
        return listeners;
    }

    /** The listening sockets of each of some processes; those without any are left out. */
    Map<Long, List<ListeningSocket>> held(Set<Long> pids) {
        var theirs = new HashMap<>(held);
        theirs.keySet().retainAll(pids);
        return theirs;
    }

    /** Ports of those wanted at which something listens whose process is not ours to see. */
    Set<Integer> unseen() {
        var seen = held.values().stream()
                .flatMap(List::stream)
                .map(ListeningSocket::port)
                .collect(Collectors.toSet());
        return listeners.stream()
                .map(ListeningSocket::port)
                .filter(port -> wanted.ports().contains(port) && !seen.contains(port))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
