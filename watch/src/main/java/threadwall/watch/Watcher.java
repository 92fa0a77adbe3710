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
 * Samples running servers and clients from outside, as often as it is called. Processes may come and go between
 * samples. Readings whose cost grows with the threads, processes or sockets of the machine are taken less often, each
 * within its {@link SamplingBudget}; docs/internals/sampling-cost.md lists the costs. Calls of several threads are serialized. Call it
 * from a platform thread, because the CPU time of a virtual thread cannot be read.
 */
public final class Watcher implements WatchSampler {

    private static final Path PROC = Path.of("/proc");

    /** Everything is read at least this often, whatever it costs. */
    private static final Duration LONGEST = Duration.ofSeconds(30);

    private final Path proc;
    private final Duration longest;
    private final SockDiag sockets;
    private final ProcessDiscovery discovery;
    private final PortConnections connections;
    private final Map<Long, ProcessMeter> meters = new HashMap<>();
    private final Set<Long> ended = new HashSet<>();
    private final WatchFilter filter;

    private Watcher(Path proc, WatchFilter filter, Duration longest, SockDiag sockets) {
        this.proc = proc;
        this.longest = longest;
        this.filter = filter;
        this.sockets = sockets;
        this.discovery = new ProcessDiscovery(filter, new ProgramDetector(proc), sockets, longest);
        this.connections = new PortConnections(sockets, longest);
    }

    /**
     * @throws PreconditionException (environment) when a process that was named does not exist
     * @throws IOException when the kernel does not list its sockets
     */
    public static Watcher open(WatchFilter filter) throws PreconditionException, IOException {
        return open(PROC, filter, LONGEST);
    }

    static Watcher open(Path proc, WatchFilter filter, Duration longest) throws PreconditionException, IOException {
        var watcher = new Watcher(proc, filter, longest, SockDiag.open());
        for (long pid : new TreeSet<>(filter.pids())) {
            var meter = new ProcessMeter(proc, pid, longest);
            watcher.meters.put(pid, meter);
            if (!meter.readBasics()) {
                watcher.close();
                throw PreconditionException.environment(
                        "--pid %d: there is no such process; without --pid watch detects servers automatically", pid);
            }
        }
        return watcher;
    }

    /**
     * Takes a sample.
     *
     * @throws IOException when the kernel is short of memory and drops part of the socket list
     */
    @Override
    public synchronized WatchRecord sample() throws IOException {
        var threads = ManagementFactory.getThreadMXBean();
        long cpuBefore = threads.getCurrentThreadCpuTime();
        var at = Instant.now();
        discovery.refresh();
        readProcesses(discovery.followed());
        long now = System.nanoTime();
        var listenersByPid = discovery.listenersByPid(meters.keySet());
        connections.refresh(listenersByPid.values());
        var processes = watched(listenersByPid, connections.byProcess(discovery.listeners(), listenersByPid), now);
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

    /** Ports that were named and at which a process listens that this user may not inspect. */
    public synchronized Set<Integer> unreadablePorts() {
        return discovery.unreadablePorts();
    }

    /**
     * Reads the processes that are alive. One that has ended is forgotten: if its PID is reused, that is a new process.
     * A process that was named does not come back.
     */
    private void readProcesses(Set<Long> pids) {
        meters.keySet().retainAll(pids);
        for (var pid : pids) {
            if (!ended.contains(pid)
                    && !meters.computeIfAbsent(pid, id -> new ProcessMeter(proc, id, longest))
                            .read()) {
                meters.remove(pid);
                discovery.forget(pid);
                if (filter.pids().contains(pid)) {
                    ended.add(pid);
                }
            }
        }
    }

    private List<Watched> watched(
            Map<Long, List<ListeningSocket>> listenersByPid, Map<Long, Map<String, Long>> connectionsOf, long now) {
        double age = Math.max(0, now - connections.countedAt()) / 1e9;
        var watched = new ArrayList<Watched>();
        meters.forEach((pid, meter) -> {
            var program = discovery.program(pid);
            var stat = meter.latest();
            var counted = connectionsOf.get(pid);
            watched.add(new Watched(
                    pid,
                    stat.startTicks(),
                    program.name(),
                    program.role(),
                    ports(listenersByPid.getOrDefault(pid, List.of())),
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
