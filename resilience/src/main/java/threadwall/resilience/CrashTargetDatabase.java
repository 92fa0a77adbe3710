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

/** A PostgreSQL of ours at one port, on one folder, behind a server that lives on when it is killed. */
final class CrashTargetDatabase extends CrashTargetProcess {

    private static final Duration GONE_BOUND = Duration.ofSeconds(10);
    private static final long LOOK_MILLIS = 5;

    private final Path home;
    private final Path folder;
    private final Path data;
    private final Function<String, CrashTargetServer> servers;
    private int port;
    private CrashTargetServer server;

    /**
     * @param home the project's root
     * @param folder for what it says
     * @param data for its data
     * @param servers makes the server that uses it, by the database's JDBC URL
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

    /** PostgreSQL makes itself a daemon: its postmaster is no child of the process that started it. */
    @Override
    public void kill() throws IOException, InterruptedException {
        var daemon = postmaster();
        if (daemon.isPresent()) {
            ServerProcess.kill(new ProcessTree(daemon.get()));
        }
        super.kill();
        long end = System.nanoTime() + GONE_BOUND.toNanos();
        for (var left = postmaster(); left.isPresent(); left = postmaster()) {
            if (System.nanoTime() > end) {
                throw new IOException("PostgreSQL, process %d, is there %d s after it was killed"
                        .formatted(left.get(), GONE_BOUND.toSeconds()));
            }
            ServerProcess.kill(new ProcessTree(left.get()));
            Thread.sleep(LOOK_MILLIS);
        }
    }

    /** The one that works in the folder; a note of one that is gone may bear anybody's pid. */
    private Optional<Long> postmaster() throws IOException {
        var own = data.resolve("data").toRealPath();
        try {
            long pid = Long.parseLong(
                    Files.readAllLines(own.resolve("postmaster.pid")).getFirst());
            var place = Files.readSymbolicLink(Path.of("/proc", Long.toString(pid), "cwd"));
            return place.equals(own) ? Optional.of(pid) : Optional.empty();
        } catch (IOException | RuntimeException gone) {
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
