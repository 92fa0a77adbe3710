package threadwall.loadgen.watch;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import threadwall.loadgen.plan.Refused;
import threadwall.loadgen.proc.KernelMemory;
import threadwall.loadgen.proc.Listener;
import threadwall.loadgen.proc.ProcStat;
import threadwall.loadgen.proc.SockDiag;
import threadwall.loadgen.proc.SocketMemory;
import threadwall.record.Line;
import threadwall.record.WatchRecord;
import threadwall.record.WatchRecord.Role;
import threadwall.record.WatchRecord.Watched;

/**
 * Looks at running servers and clients from outside, as often as it is asked; docs/watch.md has what a look costs.
 * Processes may come and go between looks. One thread at a time; others wait. It has to be a platform thread, since a
 * virtual one's CPU time cannot be read.
 */
public final class Watcher implements AutoCloseable {

    private static final Path PROC = Path.of("/proc");

    private final Path proc;
    private final Wanted wanted;
    private final Map<Long, ProcStat> named;
    private final SockDiag sockets;
    private final Programs programs;
    private final Holders holders = new Holders();
    private final PortCounts connections;
    private Map<Long, ProcStat> before = Map.of();
    private long beforeNanos;
    private Set<Integer> unseen = Set.of();

    private Watcher(Path proc, Wanted wanted, Map<Long, ProcStat> named, SockDiag sockets) {
        this.proc = proc;
        this.programs = new Programs(proc);
        this.wanted = wanted;
        this.named = named;
        this.sockets = sockets;
        this.connections = new PortCounts(sockets);
    }

    /**
     * @throws Refused (environment) when a process that was named is not there
     * @throws IOException when the kernel does not list its sockets for us
     */
    public static Watcher open(Wanted wanted) throws Refused, IOException {
        return open(PROC, wanted);
    }

    static Watcher open(Path proc, Wanted wanted) throws Refused, IOException {
        var named = new HashMap<Long, ProcStat>();
        for (long pid : new TreeSet<>(wanted.pids())) {
            named.put(
                    pid,
                    ProcStat.read(proc, pid)
                            .filter(Watcher::alive)
                            .orElseThrow(() -> Refused.environment(
                                    "--pid %d: there is no such process; without --pid servers are found by themselves",
                                    pid)));
        }
        return new Watcher(proc, wanted, named, SockDiag.open());
    }

    /** @throws IOException when the kernel is short of memory, and drops what it should list */
    public synchronized WatchRecord look() throws IOException {
        var threads = ManagementFactory.getThreadMXBean();
        long cpuBefore = threads.getCurrentThreadCpuTime();
        var at = Instant.now();
        var listeners = sockets.listeners(SockDiag.EVERY_PORT);
        var pids = wanted.processesOnly() ? named.keySet() : programs.pids();
        var found = programs.among(pids, wanted::includes);
        var held = holders.of(candidates(pids, found), wanted(listeners));
        var stats = read(followed(found, held));
        long now = System.nanoTime();
        held.keySet().retainAll(stats.keySet());
        connections.refresh(held.values());
        var processes = watched(stats, found, held, connections.byProcess(listeners, held), now);
        unseen = unseen(listeners, held);
        before = stats;
        beforeNanos = now;
        var tcp = SocketMemory.read();
        var memory = KernelMemory.read();
        return new WatchRecord(
                Line.SCHEMA,
                at,
                processes,
                tcp.timeWait(),
                tcp.bufferBytes(),
                memory.kernelStackBytes(),
                memory.availableBytes(),
                (threads.getCurrentThreadCpuTime() - cpuBefore) / 1e9);
    }

    /** Ports of those wanted at which something listens whose process is not ours to see; by the last look. */
    public synchronized Set<Integer> unseen() {
        return unseen;
    }

    /** Processes whose listening sockets matter: anybody may listen at a port. */
    private Set<Long> candidates(Set<Long> pids, Map<Long, Program> found) {
        if (!wanted.ports().isEmpty()) {
            return pids;
        }
        var candidates = new HashSet<>(named.keySet());
        found.forEach((pid, program) -> {
            if (program.role() == Role.SERVER) {
                candidates.add(pid);
            }
        });
        return candidates;
    }

    /** Of processes that have a name or a pid, all ports are told; to look for theirs among all processes costs too much. */
    private List<Listener> wanted(List<Listener> listeners) {
        return wanted.ports().isEmpty() || !wanted.pids().isEmpty()
                ? listeners
                : listeners.stream()
                        .filter(listener -> wanted.ports().contains(listener.port()))
                        .toList();
    }

    private Set<Long> followed(Map<Long, Program> found, Map<Long, List<Listener>> held) {
        var followed = new TreeSet<>(found.keySet());
        followed.addAll(named.keySet());
        held.forEach((pid, listeners) -> {
            if (listeners.stream().anyMatch(listener -> wanted.ports().contains(listener.port()))) {
                followed.add(pid);
            }
        });
        return followed;
    }

    /** Those that are alive. A pid that was named and is another process by now is not followed. */
    private Map<Long, ProcStat> read(Set<Long> pids) {
        var stats = new HashMap<Long, ProcStat>();
        for (var pid : pids) {
            ProcStat.read(proc, pid)
                    .filter(Watcher::alive)
                    .filter(stat -> !named.containsKey(pid) || stat.sameProcess(named.get(pid)))
                    .ifPresent(stat -> stats.put(pid, stat));
        }
        return stats;
    }

    private static boolean alive(ProcStat stat) {
        return stat.state() != 'Z' && stat.state() != 'X';
    }

    private static Set<Integer> ports(Iterable<List<Listener>> held) {
        var ports = new TreeSet<Integer>();
        held.forEach(listeners -> listeners.forEach(listener -> ports.add(listener.port())));
        return ports;
    }

    private Set<Integer> unseen(List<Listener> listeners, Map<Long, List<Listener>> held) {
        var seen = ports(held.values());
        return listeners.stream()
                .map(Listener::port)
                .filter(port -> wanted.ports().contains(port) && !seen.contains(port))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private List<Watched> watched(
            Map<Long, ProcStat> stats,
            Map<Long, Program> found,
            Map<Long, List<Listener>> held,
            Map<Long, Map<String, Long>> connectionsOf,
            long now) {
        double age = Math.max(0, now - connections.countedAt()) / 1e9;
        var watched = new ArrayList<Watched>();
        stats.forEach((pid, stat) -> {
            var program = found.containsKey(pid) ? found.get(pid) : programs.of(pid);
            var counted = connectionsOf.get(pid);
            watched.add(new Watched(
                    pid,
                    stat.startTicks(),
                    program.name(),
                    program.role(),
                    List.copyOf(ports(List.of(held.getOrDefault(pid, List.of())))),
                    stat.threads(),
                    stat.rssBytes(),
                    stat.pageTableBytes(),
                    stat.cpuSeconds(),
                    cpuShare(stat, now),
                    counted,
                    counted == null ? null : Double.valueOf(age)));
        });
        watched.sort(
                Comparator.comparing(Watched::role).thenComparing(Watched::name).thenComparing(Watched::pid));
        return watched;
    }

    private Double cpuShare(ProcStat stat, long now) {
        var earlier = before.get(stat.pid());
        return earlier == null || !earlier.sameProcess(stat)
                ? null
                : Double.valueOf(Math.max(0, stat.cpuSeconds() - earlier.cpuSeconds()) / ((now - beforeNanos) / 1e9));
    }

    @Override
    public synchronized void close() {
        sockets.close();
    }
}
