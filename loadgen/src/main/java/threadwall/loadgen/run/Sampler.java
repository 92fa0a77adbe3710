package threadwall.loadgen.run;

import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import threadwall.loadgen.proc.KernelMemory;
import threadwall.loadgen.proc.ProcStat;
import threadwall.loadgen.proc.SockDiag;
import threadwall.loadgen.proc.SocketFilter;
import threadwall.loadgen.proc.SocketMemory;

/**
 * Looks at a step from outside while it is under load, into {@code samples.csv}, and keeps the peaks.
 *
 * <p>It looks every {@value #SHORTEST_MILLIS} ms, or as seldom as it takes to spend no more than 1/{@value #SHARE} of one core,
 * but once a second at least: a look costs more with every socket, and what measures must not be what is measured.
 */
final class Sampler implements AutoCloseable {

    static final String FILE = "samples.csv";

    private static final long SHORTEST_MILLIS = 50;
    private static final long LONGEST_MILLIS = 1_000;
    private static final int SHARE = 25;

    private final int port;
    private final SocketFilter clients;
    private final List<Long> servers;
    private final SockDiag sockets;
    private final PrintWriter csv;
    private final long start = System.nanoTime();
    private final Thread thread;
    private final Peaks peaks = new Peaks();
    private volatile boolean stopped;
    private volatile IOException failure;

    /** The most of everything that was seen, the least of memory available; {@code null} where nothing was. */
    static final class Peaks {
        Long threads;
        Long rssBytes;
        Long pageTableBytes;
        Long open;
        Long established;
        Long socketMemoryBytes;
        Long kernelStackBytes;
        Long memAvailableLowBytes;
        int samples;
    }

    /**
     * @param servers pids of the shards
     * @param sources addresses of the clients whose connections count
     */
    Sampler(Path folder, int port, List<Long> servers, Set<String> sources) throws IOException {
        this.port = port;
        this.servers = servers;
        var addresses = new HashSet<InetAddress>();
        for (var source : sources) {
            addresses.add(InetAddress.getByName(source));
        }
        this.clients = SocketFilter.HELD_BY_CLIENT.from(addresses);
        this.sockets = SockDiag.open();
        this.csv = new PrintWriter(Files.newBufferedWriter(folder.resolve(FILE), StandardCharsets.UTF_8));
        csv.println(
                "millis,open,established,threads,rssBytes,pageTableBytes,cpuSeconds,timeWait,socketMemoryBytes,kernelStackBytes,"
                        + "memAvailableBytes");
        this.thread = Thread.ofPlatform().name("sampler").start(this::loop);
    }

    private void loop() {
        var cpu = ManagementFactory.getThreadMXBean();
        try (sockets;
                csv) {
            while (!stopped) {
                // CPU time, not time: on a busy machine most of a look is waiting for a core
                long before = cpu.getCurrentThreadCpuTime();
                look();
                long costMillis = (cpu.getCurrentThreadCpuTime() - before) / 1_000_000;
                synchronized (this) {
                    if (!stopped) {
                        wait(Math.clamp(costMillis * SHARE, SHORTEST_MILLIS, LONGEST_MILLIS));
                    }
                }
            }
        } catch (IOException e) {
            failure = e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void look() throws IOException {
        var connections = sockets.count(port, clients);
        long established = connections.established();
        long open = connections.total();
        long threads = 0;
        long rss = 0;
        long pageTables = 0;
        double cpu = 0;
        for (long pid : servers) {
            var stat = ProcStat.read(pid);
            if (stat.isPresent() && stat.get().rssBytes() != null) {
                threads += stat.get().threads();
                rss += stat.get().rssBytes();
                pageTables += stat.get().pageTableBytes();
                cpu += stat.get().cpuSeconds();
            }
        }
        var tcp = SocketMemory.read();
        var memory = KernelMemory.read();
        peaks.samples++;
        peaks.open = max(peaks.open, open);
        peaks.established = max(peaks.established, established);
        peaks.threads = max(peaks.threads, threads);
        peaks.rssBytes = max(peaks.rssBytes, rss);
        peaks.pageTableBytes = max(peaks.pageTableBytes, pageTables);
        peaks.socketMemoryBytes = max(peaks.socketMemoryBytes, tcp.bufferBytes());
        peaks.kernelStackBytes = max(peaks.kernelStackBytes, memory.kernelStackBytes());
        if (memory.availableBytes() != null) {
            peaks.memAvailableLowBytes = peaks.memAvailableLowBytes == null
                    ? memory.availableBytes()
                    : Long.valueOf(Math.min(peaks.memAvailableLowBytes, memory.availableBytes()));
        }
        csv.printf(
                "%d,%d,%d,%d,%d,%d,%.2f,%s,%s,%s,%s%n",
                (System.nanoTime() - start) / 1_000_000,
                open,
                established,
                threads,
                rss,
                pageTables,
                cpu,
                text(tcp.timeWait()),
                text(tcp.bufferBytes()),
                text(memory.kernelStackBytes()),
                text(memory.availableBytes()));
    }

    private static Long max(Long a, Long b) {
        return a == null ? b : b == null ? a : Long.valueOf(Math.max(a, b));
    }

    private static String text(Long value) {
        return value == null ? "" : value.toString();
    }

    /** Stops looking. A sampler that could not look fails the step: its peaks would be lies. */
    Peaks finish() throws IOException, InterruptedException {
        close();
        thread.join();
        if (failure != null) {
            throw failure;
        }
        return peaks;
    }

    /** Tells it to stop; its thread closes what it holds. */
    @Override
    public void close() {
        synchronized (this) {
            stopped = true;
            notifyAll();
        }
    }
}
