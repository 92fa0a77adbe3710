package threadwall.loadgen.watch;

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
import threadwall.loadgen.plan.Refused;
import threadwall.loadgen.proc.KernelMemory;
import threadwall.loadgen.proc.Listener;
import threadwall.loadgen.proc.SockDiag;
import threadwall.loadgen.proc.SocketMemory;
import threadwall.record.Line;
import threadwall.record.WatchRecord;
import threadwall.record.WatchRecord.Watched;

/**
 * Looks at running servers and clients from outside, as often as it is asked. Processes may come and go between looks. What
 * costs more with every thread, process or socket of the machine is read less often than that, each at its {@link Pace};
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
    private final Census census;
    private final PortCounts connections;
    private final Map<Long, Meter> meters = new HashMap<>();
    private final Set<Long> ended = new HashSet<>();
    private final Wanted wanted;

    private Watcher(Path proc, Wanted wanted, Duration longest, SockDiag sockets) {
        this.proc = proc;
        this.longest = longest;
        this.wanted = wanted;
        this.sockets = sockets;
        this.census = new Census(wanted, new Programs(proc), sockets, longest);
        this.connections = new PortCounts(sockets, longest);
    }

    /**
     * @throws Refused (environment) when a process that was named is not there
     * @throws IOException when the kernel does not list its sockets for us
     */
    public static Watcher open(Wanted wanted) throws Refused, IOException {
        return open(PROC, wanted, LONGEST);
    }

    static Watcher open(Path proc, Wanted wanted, Duration longest) throws Refused, IOException {
        var watcher = new Watcher(proc, wanted, longest, SockDiag.open());
        for (long pid : new TreeSet<>(wanted.pids())) {
            var meter = new Meter(proc, pid, longest);
            watcher.meters.put(pid, meter);
            if (!meter.meet()) {
                watcher.close();
                throw Refused.environment(
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
                Line.SCHEMA,
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
                    && !meters.computeIfAbsent(pid, id -> new Meter(proc, id, longest))
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
            Map<Long, List<Listener>> held, Map<Long, Map<String, Long>> connectionsOf, long now) {
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

    private static List<Integer> ports(List<Listener> listeners) {
        return listeners.stream().map(Listener::port).distinct().sorted().toList();
    }

    @Override
    public synchronized void close() {
        sockets.close();
    }
}
