package threadwall.store.postgres;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.InputStream;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A PostgreSQL that we start, listening on 127.0.0.1 only.
 *
 * <p>It stops when {@link #stop} is called or this JVM ends, however that happens: a shell, the keeper, waits at the
 * other end of a pipe that only this JVM holds open, and stops PostgreSQL when the pipe closes. {@link #stop} closes
 * the pipe too.
 */
final class PostgresProcess {
    /**
     * Fast shutdown (SIGINT); after 10 s SIGQUIT, which loses nothing but costs a recovery. Then it deletes the folder
     * unless it is kept, repeatedly, because an initdb whose JVM was killed keeps writing until a file is missing. It
     * ignores the terminal's signals. PIDs are reused, so PostgreSQL is identified by its working directory.
     */
    private static final String KEEPER = """
            trap '' INT TERM HUP
            read -r _
            folder=$1
            runs() {
                pid=$(head -n 1 "$folder/data/postmaster.pid") && [ "$(readlink "/proc/$pid/cwd")" = "$folder/data" ]
            }
            runs && kill -INT "$pid"
            tries=0
            while runs && [ "$tries" -lt 200 ]; do
                sleep 0.05
                tries=$((tries + 1))
            done
            runs && kill -QUIT "$pid" && sleep 1
            [ "$2" = true ] && exit
            tries=0
            until rm -rf -- "$folder" || [ "$tries" -ge 100 ]; do
                sleep 0.05
                tries=$((tries + 1))
            done
            """;

    private static final int STOP_SECONDS = 15;

    private static final int PORT_TRIES = 3;

    /** The library's {@code LOCK_FILE_NAME}. */
    private static final String LIBRARY_LOCK = "epg-lock";

    /** Polling interval for its end: PostgreSQL is not a child of this process, so there is no notification. */
    private static final int LOOK_MILLIS = 250;

    /** How long recovery after a crash may take: PostgreSQL replays up to max_wal_size. */
    private static final Duration RECOVERY = Duration.ofSeconds(60);

    private final Process keeper;
    private final DataFolder folder;
    private final long pid;
    private final int port;
    private final String version;

    /** Length of its log when it first answered. */
    private final long saidAtStart;

    private PostgresProcess(Process keeper, DataFolder folder, long pid, int port, String version, long saidAtStart) {
        this.keeper = keeper;
        this.folder = folder;
        this.pid = pid;
        this.port = port;
        this.version = version;
        this.saidAtStart = saidAtStart;
    }

    /** Gives the port of each try; 0 = any free one. */
    @FunctionalInterface
    interface Ports {
        int next() throws IOException;
    }

    /**
     * Starts one. Takes about a second, and longer when the binaries have to be unpacked first.
     *
     * @param folder for its data; closed when PostgreSQL stops or fails to start
     * @param port 0 = any free one
     * @param sharedBuffersMegabytes size of its cache; {@code null} = PostgreSQL's default
     */
    static PostgresProcess start(DataFolder folder, int port, int maxConnections, Integer sharedBuffersMegabytes)
            throws IOException, SQLException {
        return start(folder, () -> free(port), maxConnections, sharedBuffersMegabytes);
    }

    static PostgresProcess start(DataFolder folder, Ports ports, int maxConnections, Integer sharedBuffersMegabytes)
            throws IOException, SQLException {
        var keeper = keeper(folder);
        try {
            System.setProperty(
                    "ot.epg.working-dir", PostgresBinaries.folder(folder.path()).toString());
            var builder = EmbeddedPostgres.builder()
                    .setDataDirectory(folder.data())
                    .setPgBinaryResolver((system, machine) -> archive(machine))
                    .setRegisterShutdownHook(false) // the keeper does that
                    .setServerConfig("listen_addresses", "127.0.0.1")
                    .setServerConfig("unix_socket_directories", "")
                    .setServerConfig("max_connections", Integer.toString(maxConnections))
                    // as in production: the library turns both off
                    .setServerConfig("fsync", "on")
                    .setServerConfig("synchronous_commit", "on")
                    .setOutputRedirector(
                            ProcessBuilder.Redirect.appendTo(folder.log().toFile()));
            if (sharedBuffersMegabytes != null) {
                builder.setServerConfig("shared_buffers", sharedBuffersMegabytes + "MB");
            }
            if (Files.exists(folder.data())) {
                builder.setPGStartupWait(RECOVERY);
            }
            var postgres = started(builder, ports, folder);
            var version = version(postgres);
            folder.complete();
            return new PostgresProcess(
                    keeper, folder, folder.postmaster(), postgres.getPort(), version, Files.size(folder.log()));
        } catch (IOException | SQLException | RuntimeException e) {
            var reason = PostgresStartup.reason(e, folder);
            end(keeper);
            folder.close();
            throw new IOException("PostgreSQL did not start: " + reason, e);
        }
    }

    /**
     * The library chooses a free port before it makes the data. Until PostgreSQL listens, which takes seconds, an
     * outgoing connection of another process may get that port; then this tries the next one.
     */
    private static EmbeddedPostgres started(EmbeddedPostgres.Builder builder, Ports ports, DataFolder folder)
            throws IOException {
        for (int tries = 1; ; tries++) {
            builder.setPort(ports.next())
                    .setCleanDataDirectory(!Files.exists(folder.data())); // to the library "clean" also means "create"
            try {
                return PostgresStartup.of(builder, folder.log());
            } catch (IOException e) {
                if (tries == PORT_TRIES || !PostgresStartup.portWasTaken(folder.log())) {
                    throw e;
                }
                Files.delete(folder.log());
                Files.delete(folder.data().resolve(LIBRARY_LOCK)); // it stays locked by the try that failed
            }
        }
    }

    private static Process keeper(DataFolder folder) throws IOException {
        var path = folder.path().toString();
        return new ProcessBuilder("sh", "-c", KEEPER, "sh", path, Boolean.toString(folder.stays()))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    /** Needed because the library takes any server that answers on the port for its own. */
    private static int free(int port) throws IOException {
        try (var socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), port));
            return port;
        } catch (BindException e) {
            throw new IOException("port %d on 127.0.0.1 is in use; choose another with --port".formatted(port), e);
        }
    }

    /** The postmaster's PID. */
    long pid() {
        return pid;
    }

    String url() {
        return "jdbc:postgresql://127.0.0.1:" + port + "/postgres?user=postgres";
    }

    String version() {
        return version;
    }

    /** Waits until the process is gone, by {@link #stop} or otherwise. */
    void awaitEnd() throws InterruptedException {
        while (folder.isUsedBy(pid)) {
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
        }
    }

    /** The last failure in its log since it first answered. Call it before {@link #stop}, which may delete the log. */
    Optional<String> lastWords() throws IOException {
        try (var log = Files.newInputStream(folder.log())) {
            log.skipNBytes(saidAtStart);
            return PostgresStartup.lastWords(new String(log.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    /** Fast shutdown: open transactions are rolled back. Then the folder is deleted unless it is kept. */
    void stop() throws IOException {
        end(keeper);
        folder.close();
    }

    private static void end(Process keeper) throws IOException {
        keeper.getOutputStream().close();
        try {
            if (!keeper.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                throw new IOException("PostgreSQL did not stop within " + STOP_SECONDS + " s");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static String version(EmbeddedPostgres postgres) throws SQLException {
        try (var connection = postgres.getPostgresDatabase().getConnection()) {
            return connection.getMetaData().getDatabaseProductVersion();
        }
    }

    /** Takes the first archive on the class path; the library's own search fails if there are two. */
    private static InputStream archive(String machine) throws IOException {
        var name =
                switch (machine) {
                    case "x86_64" -> "x86_64";
                    case "aarch64" -> "arm_64";
                    default ->
                        throw new IOException(
                                "there is no bundled PostgreSQL for " + machine + "; name a database with --postgres");
                };
        return PostgresProcess.class.getResourceAsStream("/postgres-linux-" + name + ".txz");
    }
}
