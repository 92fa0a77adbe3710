package threadwall.resilience;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import threadwall.loadgen.testbed.ForegroundServer;
import threadwall.loadgen.testbed.Provenance;
import threadwall.loadgen.testbed.ServerCatalog;
import threadwall.loadgen.testbed.ServerProcess;
import threadwall.loadgen.testbed.database.PostgresServer;
import threadwall.process.ChildProcess;
import threadwall.process.HeapHistogram;
import threadwall.process.PreconditionException;
import threadwall.process.ProcessTree;
import threadwall.process.proc.ProcStat;
import threadwall.process.socket.SockDiag;
import threadwall.process.socket.SocketFilter;
import threadwall.record.ResilienceRecord.ResourceSnapshot;

/**
 * A server started with its default flags as a separate process, and what can be seen of it from outside.
 *
 * @param home the project's root
 * @param command the command line that started it, without the password
 * @param address that it listens on
 * @param postgres its database; {@code null} for none
 * @param process that the tool started
 * @param processes PIDs that it had at its start, the main one first
 */
record ServerUnderTest(
        Path home,
        ServerCatalog kind,
        List<String> command,
        InetSocketAddress address,
        PostgresServer postgres,
        ServerProcess process,
        SockDiag sockets,
        List<Long> processes)
        implements AutoCloseable {

    /** Descriptors that a JVM may open during a test and keep (a jar, a poller of virtual threads): not a leak. */
    static final int SPARE_DESCRIPTORS = 4;

    private static final long POLL_MILLIS = 20;

    /**
     * Starts the server on a free port of 127.0.0.1, with a PostgreSQL if it needs one.
     *
     * @param folder for its log and its GC log
     * @param options of the server, besides host and port
     * @param nofile limit of its descriptors; 0 for the limit of this process
     * @throws PreconditionException (environment) with the server's reason, when it does not start
     */
    static ServerUnderTest start(Path home, Path folder, ServerCatalog kind, List<String> options, int nofile)
            throws PreconditionException, IOException, InterruptedException {
        PostgresServer postgres = null;
        ServerProcess process = null;
        try {
            var all = new ArrayList<>(List.of("--host", "127.0.0.1", "--port", "0"));
            all.addAll(options);
            postgres = ForegroundServer.needsPostgres(kind, options) ? PostgresServer.start(home, folder) : null;
            if (postgres != null) {
                all.addAll(List.of("--postgres", postgres.url()));
            }
            var command = new ArrayList<>(kind.command(relativeToRoot(home, folder.resolve("gc.log")), all));
            var started = command;
            if (nofile > 0) {
                command.addAll(0, List.of("prlimit", "--nofile=%d:%d".formatted(nofile, nofile)));
                started = new ArrayList<>(command);
                started.replaceAll(word -> word.equals("java") ? ChildProcess.javaCommand() : word);
            }
            process = ServerProcess.start(kind.label(), home, folder.resolve("server"), started);
            var ready = process.awaitReady();
            var url = URI.create(ready.path("url").asString());
            return new ServerUnderTest(
                    home,
                    kind,
                    command.stream()
                            .map(word -> word.startsWith("jdbc:") ? Provenance.POSTGRES_URL : word)
                            .toList(),
                    new InetSocketAddress(InetAddress.getByName(url.getHost()), url.getPort()),
                    postgres,
                    process,
                    SockDiag.open(),
                    new ProcessTree(ready.path("pid").asLong()).pids());
        } catch (ServerProcess.StartFailed e) {
            close(process, postgres);
            throw PreconditionException.environment("%s", e.getMessage());
        } catch (PreconditionException | IOException | InterruptedException | RuntimeException e) {
            close(process, postgres);
            throw e;
        }
    }

    /** A record does not tell where the project is: its processes run in the project's root. */
    static String relativeToRoot(Path home, Path file) {
        var root = home.toAbsolutePath().normalize();
        var absolute = file.toAbsolutePath().normalize();
        return (absolute.startsWith(root) ? root.relativize(absolute) : absolute).toString();
    }

    /** Of its main process. */
    long pid() {
        return processes.getFirst();
    }

    String url(String route) {
        return "http://%s:%d%s".formatted(address.getHostString(), address.getPort(), route);
    }

    /** Whether all processes that it had at its start still run: nginx replaces a worker that died. */
    boolean isAlive() {
        return process.isAlive() && ended().isEmpty();
    }

    /** How it ended, in words; call it only once {@link #isAlive()} is false. */
    String ending() {
        return process.isAlive()
                ? "%s: of its %d processes %s ended".formatted(kind.label(), processes.size(), ended())
                : process.ending();
    }

    private List<Long> ended() {
        return processes.stream().filter(pid -> running(pid).isEmpty()).toList();
    }

    /** Empty also for a zombie. */
    private static Optional<ProcStat> running(long pid) {
        return ProcStat.read(pid).filter(stat -> stat.rssBytes() != null);
    }

    /** The state of its main process. */
    ProcStat stat() throws IOException {
        return running(pid()).orElseThrow(this::gone);
    }

    /** Open descriptors of all its processes together. */
    long descriptors() throws IOException {
        return sample().orElseThrow(this::gone).descriptors();
    }

    /**
     * The server at one moment.
     *
     * @param seconds time by a clock with an arbitrary start
     * @param descriptors open in all its processes together
     * @param highest open descriptors of a single process, which the limit applies to
     * @param cpuSeconds CPU time of all its processes, user and system, in steps of 10 ms
     */
    record ServerSample(double seconds, long descriptors, long highest, double cpuSeconds) {}

    /** Cheap enough for every 10 ms; empty once one of its processes has ended. */
    Optional<ServerSample> sample() {
        double seconds = System.nanoTime() / 1e9;
        long sum = 0;
        long highest = 0;
        double cpuSeconds = 0;
        for (long process : processes) {
            var descriptors = ProcStat.openDescriptors(process);
            var stat = ProcStat.read(process);
            if (descriptors.isEmpty() || stat.isEmpty()) {
                return Optional.empty();
            }
            sum += descriptors.getAsLong();
            highest = Math.max(highest, descriptors.getAsLong());
            cpuSeconds += stat.get().cpuSeconds();
        }
        return Optional.of(new ServerSample(seconds, sum, highest, cpuSeconds));
    }

    private long rssBytes() throws IOException {
        long sum = 0;
        for (long process : processes) {
            sum += ProcStat.read(process).map(ProcStat::rssBytes).orElseThrow(this::gone);
        }
        return sum;
    }

    private IOException gone() {
        return new IOException(ended().stream()
                .findFirst()
                .map("the server's process %d has exited"::formatted)
                .orElse("one of the server's processes %s has exited".formatted(processes)));
    }

    /**
     * Sockets at its port that are neither LISTEN nor TIME_WAIT. The address is checked, too: the local port of a client may
     * have the same number.
     */
    int connections() throws IOException {
        return sockets.count(address.getPort(), SocketFilter.CONNECTIONS.at(address.getAddress()))
                .total();
    }

    /** {@link #connections} by state, for a message: {@code 100 CLOSE_WAIT, 2 ESTABLISHED}. */
    String socketStates() throws IOException {
        var byState = sockets.count(address.getPort(), SocketFilter.CONNECTIONS.at(address.getAddress()))
                .byState();
        return byState.entrySet().stream()
                .map(state -> "%,d %s".formatted(state.getValue(), state.getKey()))
                .collect(Collectors.joining(", "));
    }

    /** Connections in state ESTABLISHED. */
    int established() throws IOException {
        return sockets.count(address.getPort(), SocketFilter.ESTABLISHED.at(address.getAddress()))
                .established();
    }

    /** Connections with received bytes that the server has not read. */
    int unread() throws IOException {
        return sockets.unread(address.getAddress(), address.getPort());
    }

    /** Empty for a server that is not a JVM. */
    Optional<HeapHistogram> liveObjects() throws IOException, InterruptedException {
        return kind.jvm() ? Optional.of(HeapHistogram.of(pid())) : Optional.empty();
    }

    ResourceSnapshot snapshot(Optional<HeapHistogram> live) throws IOException {
        return new ResourceSnapshot(
                descriptors(),
                connections(),
                rssBytes(),
                live.map(HeapHistogram::bytes).orElse(null),
                live.map(RequestObjects::count).orElse(null));
    }

    /**
     * Waits until it holds no more descriptors and sockets than before, plus {@link #SPARE_DESCRIPTORS}.
     *
     * @return the seconds that it took; empty when it took longer than the bound, or the server ended
     */
    Optional<Double> awaitReturn(ResourceSnapshot before, Duration bound) throws IOException, InterruptedException {
        long start = System.nanoTime();
        while (isAlive()) {
            if (descriptors() <= before.descriptors() + SPARE_DESCRIPTORS && connections() <= before.connections()) {
                return Optional.of((System.nanoTime() - start) / 1e9);
            }
            if (System.nanoTime() - start > bound.toNanos()) {
                break;
            }
            Thread.sleep(POLL_MILLIS);
        }
        return Optional.empty();
    }

    /** Waits until no socket is left at its port, but no longer than the bound. */
    void awaitNoSockets(Duration bound) throws IOException, InterruptedException {
        for (long end = System.nanoTime() + bound.toNanos(); connections() > 0 && System.nanoTime() < end; ) {
            Thread.sleep(POLL_MILLIS);
        }
    }

    @Override
    public void close() throws IOException, InterruptedException {
        sockets.close();
        close(process, postgres);
    }

    private static void close(ServerProcess process, PostgresServer postgres) throws IOException, InterruptedException {
        if (process != null) {
            process.stop();
            process.close();
        }
        if (postgres != null) {
            postgres.close();
        }
    }
}
