package threadwall.loadgen.sweep.step;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.util.List;
import java.util.Set;
import threadwall.process.proc.KernelCounters;
import threadwall.process.proc.KernelMemory;
import threadwall.process.proc.ProcStat;
import threadwall.process.socket.SockDiag;
import threadwall.process.socket.SocketCounts;
import threadwall.process.socket.SocketFilter;
import threadwall.process.socket.SocketMemory;
import threadwall.process.socket.TcpCounters;
import threadwall.record.Sample;
import threadwall.record.Sample.Phase;

/**
 * Reads the resource use of a step's processes and counts their connections. It reads two files of {@code /proc} per
 * process and none per thread. Connections are counted by sock_diag in a separate call, because that is expensive. Not
 * thread-safe, except for {@link #clients}.
 */
final class ResourceUsageReader implements Closeable {

    private final int port;
    private final List<Long> servers;
    private final SocketFilter held;
    private final SockDiag sockets = SockDiag.open();
    private final KernelCounters first = KernelCounters.read();
    private final TcpCounters firstTcp = TcpCounters.read();
    private volatile List<Long> clients = List.of();

    /**
     * @param port of the servers
     * @param servers pids of the shards
     * @param sources addresses whose connections are counted
     */
    ResourceUsageReader(int port, List<Long> servers, Set<InetAddress> sources) throws IOException {
        this.port = port;
        this.servers = servers;
        this.held = SocketFilter.HELD_BY_CLIENT.from(sources);
    }

    /** Sets the clients. */
    void clients(List<Long> pids) {
        clients = pids;
    }

    /** Counts the connections that the clients hold. */
    SocketCounts connections() throws IOException {
        return sockets.count(port, held);
    }

    /** @param connections {@code null} if they were not counted */
    Sample read(long millis, Phase phase, SocketCounts connections) {
        var server = Group.of(servers);
        var client = Group.of(clients);
        boolean serverAlive = server.processes() > 0;
        var tcp = SocketMemory.read();
        var memory = KernelMemory.read();
        return new Sample(
                millis,
                phase,
                connections == null ? null : Long.valueOf(connections.total()),
                connections == null ? null : Long.valueOf(connections.established()),
                tcp.timeWait(),
                serverAlive ? server.threads() : null,
                serverAlive ? server.rssBytes() : null,
                serverAlive ? server.pageTableBytes() : null,
                serverAlive ? server.cpuSeconds() : null,
                serverAlive ? server.userCpuSeconds() : null,
                client.processes(),
                client.threads(),
                client.cpuSeconds(),
                client.rssBytes(),
                tcp.bufferBytes(),
                memory.kernelStackBytes(),
                memory.availableBytes(),
                KernelCounters.read().contextSwitchesSince(first),
                TcpCounters.read().minus(firstTcp).outSegments());
    }

    /** Sums over the processes that are alive. */
    private record Group(
            Long processes,
            Long threads,
            Long rssBytes,
            Long pageTableBytes,
            Double cpuSeconds,
            Double userCpuSeconds) {

        static Group of(List<Long> pids) {
            long processes = 0;
            long threads = 0;
            long rss = 0;
            long pageTables = 0;
            double cpu = 0;
            double user = 0;
            for (long pid : pids) {
                var stat = ProcStat.read(pid);
                // a zombie has no memory
                if (stat.isPresent() && stat.get().rssBytes() != null) {
                    processes++;
                    threads += stat.get().threads();
                    rss += stat.get().rssBytes();
                    pageTables += stat.get().pageTableBytes();
                    cpu += stat.get().cpuSeconds();
                    user += stat.get().userCpuSeconds();
                }
            }
            return new Group(processes, threads, rss, pageTables, cpu, user);
        }
    }

    @Override
    public void close() {
        sockets.close();
    }
}
