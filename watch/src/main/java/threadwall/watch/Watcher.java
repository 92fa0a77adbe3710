package threadwall.watch;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import threadwall.process.PreconditionException;
import threadwall.process.SamplingBudget;
import threadwall.process.proc.KernelMemory;
import threadwall.process.socket.ListeningSocket;
import threadwall.process.socket.SockDiag;
import threadwall.process.socket.SocketMemory;
import threadwall.record.RecordLine;
import threadwall.record.WatchRecord;
import threadwall.record.WatchRecord.Watched;

/**
 * Looks at running servers and clients from outside, as often as it is asked. Processes may come and go between looks. What
 * costs more with every thread, process or socket of the machine is read less often than that, each at its {@link SamplingBudget};
 * docs/watch.md has what a look costs. One thread at a time; others wait. It has to be a platform thread, since a virtual
 * one's CPU time cannot be read.
 */
public final class Watcher implements AutoCloseable {

    private static final Path PROC = Path.of("/proc");

    /** After which everything is read again, whatever it costs. */
    private static final Duration LONGEST = Duration.ofSeconds(30);

    private final Path proc;
    private final Duration longest;
    private final SockDiag sockets;
    private final ProcessDiscovery census;
    private final PortConnections connections;
    private final Map<Long, ProcessMeter> meters = new HashMap<>();
    private final Set<Long> ended = new HashSet<>();
    private final WatchFilter wanted;

    private Watcher(Path proc, WatchFilter wanted, Duration longest, SockDiag sockets) {
        this.proc = proc;
        this.longest = longest;
        this.wanted = wanted;
        this.sockets = sockets;
        this.census = new ProcessDiscovery(wanted, new ProgramDetector(proc), sockets, longest);
        this.connections = new PortConnections(sockets, longest);
    }

    /**
     * @throws PreconditionException (environment) when a process that was named is not there
     * @throws IOException when the kernel does not list its sockets for us
     */
    public static Watcher open(WatchFilter wanted) throws PreconditionException, IOException {
        return open(PROC, wanted, LONGEST);
    }

    static Watcher open(Path proc, WatchFilter wanted, Duration longest) throws PreconditionException, IOException {
        var watcher = new Watcher(proc, wanted, longest, SockDiag.open());
        for (long pid : new TreeSet<>(wanted.pids())) {
            var meter = new ProcessMeter(proc, pid, longest);
            watcher.meters.put(pid, meter);
            if (!meter.meet()) {
                watcher.close();
                throw PreconditionException.environment(
                        "--pid %d: there is no such process; without --pid servers are found by themselves", pid);
            }
        }
        return watcher;
    }

    /** @throws IOException when the kernel is short of memory, and drops what it should list */
    public synchronized WatchRecord look() throws IOException {
        var threads = ManagementFactory.getThreadMXBean();
        long cpuBefore = threads.getCurrentThreadCpuTime();
        var at = Instant.now();
        census.refresh();
        read(census.followed());
        long now = System.nanoTime();
        var held = census.held(meters.keySet());
        connections.refresh(held.values());
        var processes = watched(held, connections.byProcess(census.listeners(), held), now);
        var tcp = SocketMemory.read();
        var memory = KernelMemory.read();
        return new WatchRecord(
                RecordLine.SCHEMA,
                at,
                processes,
                tcp.timeWait(),
                tcp.bufferBytes(),
                memory.kernelStackBytes(),
                memory.availableBytes(),
                (threads.getCurrentThreadCpuTime() - cpuBefore) / 1e9);
    }

    /** Ports of those wanted at which something listens whose process is not ours to see. */
    public synchronized Set<Integer> unseen() {
        return census.unseen();
    }

    /**
     * Reads those that are alive. One that has ended is forgotten, and its pid, if another process has got it, is met again
     * as a new one; one that was named does not come back.
     */
    private void read(Set<Long> pids) {
        meters.keySet().retainAll(pids);
        for (var pid : pids) {
            if (!ended.contains(pid)
                    && !meters.computeIfAbsent(pid, id -> new ProcessMeter(proc, id, longest))
                            .read()) {
                meters.remove(pid);
                census.forget(pid);
                if (wanted.pids().contains(pid)) {
                    ended.add(pid);
                }
            }
        }
    }

    private List<Watched> watched(
            Map<Long, List<ListeningSocket>> held, Map<Long, Map<String, Long>> connectionsOf, long now) {
        double age = Math.max(0, now - connections.countedAt()) / 1e9;
        var watched = new ArrayList<Watched>();
        meters.forEach((pid, meter) -> {
            var program = census.program(pid);
            var stat = meter.latest();
            var counted = connectionsOf.get(pid);
            watched.add(new Watched(
                    pid,
                    stat.startTicks(),
                    program.name(),
                    program.role(),
                    ports(held.getOrDefault(pid, List.of())),
                    stat.threads(),
                    stat.rssBytes(),
                    stat.pageTableBytes(),
                    meter.cpuSeconds(),
                    meter.cpuShare(),
                    counted,
                    counted == null ? null : Double.valueOf(age)));
        });
        watched.sort(
                Comparator.comparing(Watched::role).thenComparing(Watched::name).thenComparing(Watched::pid));
        return watched;
    }

    private static List<Integer> ports(List<ListeningSocket> listeners) {
        return listeners.stream().map(ListeningSocket::port).distinct().sorted().toList();
    }

    @Override
    public synchronized void close() {
        sockets.close();
    }
}
