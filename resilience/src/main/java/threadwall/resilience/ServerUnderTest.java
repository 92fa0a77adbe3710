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
import java.util.OptionalDouble;
import threadwall.loadgen.testbed.ForegroundServer;
import threadwall.loadgen.testbed.Provenance;
import threadwall.loadgen.testbed.ServerCatalog;
import threadwall.loadgen.testbed.ServerProcess;
import threadwall.loadgen.testbed.database.PostgresServer;
import threadwall.process.ChildProcess;
import threadwall.process.PreconditionException;
import threadwall.process.ProcessTree;
import threadwall.process.proc.ProcStat;
import threadwall.process.socket.SockDiag;
import threadwall.process.socket.SocketFilter;
import threadwall.record.ResilienceRecord.ResourceSnapshot;

/** A server of ours as a process of its own, with the flags that it ships with, and the view of it from outside. */
final class ServerUnderTest implements AutoCloseable {

    /**
     * Descriptors more than at the start that are still "back": what a JVM opens once and keeps (a jar, a poller of
     * virtual threads), and no client's.
     */
    static final int SPARE_DESCRIPTORS = 4;

    private static final long LOOK_MILLIS = 20;

    private final Path home;
    private final ServerCatalog server;
    private final PostgresServer postgres;
    private final ServerProcess process;
    private final List<String> command;
    private final SockDiag sockets;
    private final long pid;
    private final List<Long> processes;
    private final InetSocketAddress address;

    private ServerUnderTest(
            Path home,
            ServerCatalog server,
            PostgresServer postgres,
            ServerProcess process,
            List<String> command,
            SockDiag sockets,
            long pid,
            InetSocketAddress address) {
        this.home = home;
        this.server = server;
        this.postgres = postgres;
        this.process = process;
        this.command = command;
        this.sockets = sockets;
        this.pid = pid;
        this.processes = new ProcessTree(pid).pids().boxed().toList();
        this.address = address;
    }

    /**
     * Starts it, on a free port of 127.0.0.1, with a PostgreSQL where it wants one.
     *
     * @param folder for its log and its JVM's
     * @param options the server's own, beside host and port
     * @param nofile descriptors that it may have; 0 for as many as this process
     * @throws PreconditionException (environment) when it does not start, with its own reason
     */
    static ServerUnderTest start(Path home, Path folder, ServerCatalog server, List<String> options, int nofile)
            throws PreconditionException, IOException, InterruptedException {
        PostgresServer postgres = null;
        ServerProcess process = null;
        try {
            var all = new ArrayList<>(List.of("--host", "127.0.0.1", "--port", "0"));
            all.addAll(options);
            postgres = ForegroundServer.needsPostgres(server, options) ? PostgresServer.start(home, folder) : null;
            if (postgres != null) {
                all.addAll(List.of("--postgres", postgres.url()));
            }
            var command = new ArrayList<>(server.command(fromRoot(home, folder.resolve("gc.log")), all));
            var started = command;
            if (nofile > 0) {
                command.addAll(0, List.of("prlimit", "--nofile=%d:%d".formatted(nofile, nofile)));
                started = new ArrayList<>(command);
                started.replaceAll(word -> word.equals("java") ? ChildProcess.javaCommand() : word);
            }
            process = ServerProcess.start(server.label(), home, folder.resolve("server"), started);
            var ready = process.awaitReady();
            var url = URI.create(ready.path("url").asString());
            return new ServerUnderTest(
                    home,
                    server,
                    postgres,
                    process,
                    command.stream()
                            .map(word -> word.startsWith("jdbc:") ? Provenance.POSTGRES_URL : word)
                            .toList(),
                    SockDiag.open(),
                    ready.path("pid").asLong(),
                    new InetSocketAddress(InetAddress.getByName(url.getHost()), url.getPort()));
        } catch (ServerProcess.StartFailed e) {
            close(process, postgres);
            throw PreconditionException.environment("%s", e.getMessage());
        } catch (PreconditionException | IOException | InterruptedException | RuntimeException e) {
            close(process, postgres);
            throw e;
        }
    }

    /** A record says nothing of where the project lies: what it starts runs in its root. */
    static String fromRoot(Path home, Path file) {
        var root = home.toAbsolutePath().normalize();
        var absolute = file.toAbsolutePath().normalize();
        return (absolute.startsWith(root) ? root.relativize(absolute) : absolute).toString();
    }

    /** The project's root. */
    Path home() {
        return home;
    }

    ServerCatalog server() {
        return server;
    }

    /** The line that started it, with no password in it. */
    List<String> command() {
        return command;
    }

    long pid() {
        return pid;
    }

    InetSocketAddress address() {
        return address;
    }

    String url(String route) {
        return "http://%s:%d%s".formatted(address.getHostString(), address.getPort(), route);
    }

    /** Whether all processes that it had at its start are there: nginx would put a new worker in the place of one that died. */
    boolean isAlive() {
        return process.isAlive() && ended().isEmpty();
    }

    /** How it ended, in words; only once {@link #isAlive()} is false. */
    String ending() {
        return process.isAlive()
                ? "%s: of its %d processes %s ended".formatted(server.label(), processes.size(), ended())
                : process.ending();
    }

    private List<Long> ended() {
        return processes.stream().filter(pid -> running(pid).isEmpty()).toList();
    }

    /** Empty of a zombie, too. */
    private static Optional<ProcStat> running(long pid) {
        return ProcStat.read(pid).filter(stat -> stat.rssBytes() != null);
    }

    /** Its process now. */
    ProcStat stat() throws IOException {
        return running(pid).orElseThrow(this::gone);
    }

    /** Of all its processes together. */
    long descriptors() throws IOException {
        return look().orElseThrow(this::gone).descriptors();
    }

    /**
     * The server at a moment.
     *
     * @param seconds of a clock with no meaning but between looks
     * @param descriptors of all its processes together
     * @param most of one of them: the limit is each one's own
     * @param cpuSeconds of all of them, user and system, in steps of 10 ms
     */
    record Look(double seconds, long descriptors, long most, double cpuSeconds) {}

    /** Cheap enough for every 10 ms; empty once one of its processes is gone. */
    Optional<Look> look() {
        double seconds = System.nanoTime() / 1e9;
        long sum = 0;
        long most = 0;
        double cpuSeconds = 0;
        for (long process : processes) {
            var descriptors = ProcStat.openDescriptors(process);
            var stat = ProcStat.read(process);
            if (descriptors.isEmpty() || stat.isEmpty()) {
                return Optional.empty();
            }
            sum += descriptors.getAsLong();
            most = Math.max(most, descriptors.getAsLong());
            cpuSeconds += stat.get().cpuSeconds();
        }
        return Optional.of(new Look(seconds, sum, most, cpuSeconds));
    }

    private long rssBytes() throws IOException {
        long sum = 0;
        for (long process : processes) {
            sum += ProcStat.read(process).map(ProcStat::rssBytes).orElseThrow(this::gone);
        }
        return sum;
    }

    private IOException gone() {
        return new IOException("of the server's processes %s one is gone".formatted(processes));
    }

    /**
     * Sockets at its port that are neither LISTEN nor TIME_WAIT; at its address, since a client's own port may have the same
     * number.
     */
    int connections() throws IOException {
        return sockets.count(address.getPort(), SocketFilter.CONNECTIONS.at(address.getAddress()))
                .total();
    }

    /** The same by state, for a fault: {@code {CLOSE_WAIT=100}}. */
    String socketStates() throws IOException {
        return sockets.count(address.getPort(), SocketFilter.CONNECTIONS.at(address.getAddress()))
                .byState()
                .toString();
    }

    /** Connections that both ends hold. */
    int established() throws IOException {
        return sockets.count(address.getPort(), SocketFilter.ESTABLISHED.at(address.getAddress()))
                .established();
    }

    /** Connections of which it has not read all that came. */
    int unread() throws IOException {
        return sockets.unread(address.getAddress(), address.getPort());
    }

    /** Empty of a server that is no JVM. */
    Optional<HeapHistogram> liveObjects() throws IOException, InterruptedException {
        return server.jvm() ? Optional.of(HeapHistogram.of(pid)) : Optional.empty();
    }

    ResourceSnapshot footing(Optional<HeapHistogram> live) throws IOException {
        return new ResourceSnapshot(
                descriptors(),
                connections(),
                rssBytes(),
                live.map(HeapHistogram::bytes).orElse(null),
                live.map(HeapHistogram::requestObjects).orElse(null));
    }

    /**
     * Waits until it holds no more descriptors and sockets than then, but {@link #SPARE_DESCRIPTORS}.
     *
     * @return the seconds that it took; empty when it did not within the bound, or is gone
     */
    OptionalDouble awaitReturn(ResourceSnapshot then, Duration bound) throws IOException, InterruptedException {
        long start = System.nanoTime();
        while (isAlive()) {
            if (descriptors() <= then.descriptors() + SPARE_DESCRIPTORS && connections() <= then.connections()) {
                return OptionalDouble.of((System.nanoTime() - start) / 1e9);
            }
            if (System.nanoTime() - start > bound.toNanos()) {
                break;
            }
            Thread.sleep(LOOK_MILLIS);
        }
        return OptionalDouble.empty();
    }

    /** Waits until no socket is left at its port, at most that long. */
    void awaitNoSockets(Duration bound) throws IOException, InterruptedException {
        for (long end = System.nanoTime() + bound.toNanos(); connections() > 0 && System.nanoTime() < end; ) {
            Thread.sleep(LOOK_MILLIS);
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
