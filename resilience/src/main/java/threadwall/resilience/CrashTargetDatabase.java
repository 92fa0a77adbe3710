package threadwall.resilience;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import threadwall.loadgen.testbed.ServerProcess;
import threadwall.loadgen.testbed.ServerProcess.StartFailed;
import threadwall.loadgen.testbed.database.PostgresServer;
import threadwall.process.ProcessTree;

/** A PostgreSQL with a fixed port and data folder, behind a server that survives its kill. */
final class CrashTargetDatabase extends CrashTargetProcess {

    private static final Duration EXIT_BOUND = Duration.ofSeconds(10);
    private static final long POLL_MILLIS = 5;

    private final Path home;
    private final Path folder;
    private final Path data;
    private final Function<String, CrashTargetServer> servers;
    private int port;
    private CrashTargetServer server;

    /**
     * @param home the project's root
     * @param folder for its logs
     * @param data for its data
     * @param servers makes the server that uses it, from the JDBC URL of the database
     */
    CrashTargetDatabase(Path home, Path folder, Path data, Function<String, CrashTargetServer> servers) {
        this.home = home;
        this.folder = folder;
        this.data = data;
        this.servers = servers;
    }

    @Override
    public void start() throws StartFailed, IOException, InterruptedException {
        process = launch();
        var url = process.awaitReady().path("url").asString();
        if (server == null) {
            port = URI.create(url.substring("jdbc:".length())).getPort();
            server = servers.apply(url);
            server.start();
        }
    }

    @Override
    protected ServerProcess launch() throws IOException {
        var options = List.of("--data", data.toString(), "--port", Integer.toString(port));
        return ServerProcess.start("PostgreSQL", home, folder.resolve("postgres"), PostgresServer.command(options));
    }

    /** PostgreSQL daemonizes: its postmaster is not a child of the process that started it. */
    @Override
    public void kill() throws IOException, InterruptedException {
        var daemon = postmaster();
        if (daemon.isPresent()) {
            new ProcessTree(daemon.get()).kill();
        }
        super.kill();
        long end = System.nanoTime() + EXIT_BOUND.toNanos();
        for (var left = postmaster(); left.isPresent(); left = postmaster()) {
            if (System.nanoTime() > end) {
                throw new IOException("PostgreSQL, process %d, still runs %d s after it was killed"
                        .formatted(left.get(), EXIT_BOUND.toSeconds()));
            }
            new ProcessTree(left.get()).kill();
            Thread.sleep(POLL_MILLIS);
        }
    }

    /** The process in postmaster.pid, if it runs in the data folder: PIDs are reused. */
    private Optional<Long> postmaster() throws IOException {
        var own = data.resolve("data").toRealPath();
        try {
            long pid = Long.parseLong(
                    Files.readAllLines(own.resolve("postmaster.pid")).getFirst());
            var workingFolder = Files.readSymbolicLink(Path.of("/proc", Long.toString(pid), "cwd"));
            return workingFolder.equals(own) ? Optional.of(pid) : Optional.empty();
        } catch (IOException | RuntimeException ended) {
            return Optional.empty();
        }
    }

    @Override
    public InetSocketAddress address() {
        return server.address();
    }

    @Override
    public boolean isBehindServer() {
        return true;
    }

    @Override
    public void close() throws IOException, InterruptedException {
        if (server != null) {
            server.close();
        }
        super.close();
    }
}
