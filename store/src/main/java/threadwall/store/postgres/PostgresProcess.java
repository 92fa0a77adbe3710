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
 * A PostgreSQL of our own, listening on 127.0.0.1 only.
 *
 * <p>It ends when {@link #stop} is called, or when this JVM is gone, however it went: a shell waits at the other end of a
 * pipe that only this JVM holds open, and stops PostgreSQL when the pipe closes. Both ways are the same one.
 */
final class PostgresProcess {
    /**
     * Fast shutdown (SIGINT), at most 10 s, then SIGQUIT, which loses nothing either but the time of a recovery; and the
     * folder goes unless it stays, more than once if need be: an initdb whose JVM was killed writes on until it misses a
     * file. Signals of a terminal pass it by. A note of a PostgreSQL that died may bear somebody else's pid by now: ours has
     * its data for its place.
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

    /** How often to look for its end: it is nobody's child here, so nobody is told. */
    private static final int LOOK_MILLIS = 250;

    /** What a database may take to come up again after it was killed: it replays up to max_wal_size. */
    private static final Duration RECOVERY = Duration.ofSeconds(60);

    private final Process keeper;
    private final DataFolder folder;
    private final long pid;
    private final int port;
    private final String version;

    /** Length of its log once it answered. */
    private final long saidAtStart;

    private PostgresProcess(Process keeper, DataFolder folder, long pid, int port, String version, long saidAtStart) {
        this.keeper = keeper;
        this.folder = folder;
        this.pid = pid;
        this.port = port;
        this.version = version;
        this.saidAtStart = saidAtStart;
    }

    /** Starts one on any free port whose data go with it. */
    static PostgresProcess start(int maxConnections) throws IOException, SQLException {
        return start(DataFolder.temporary(), 0, maxConnections, null);
    }

    /**
     * Takes about a second, and some more when the binaries have to be unpacked first.
     *
     * @param folder for its data; it is closed when PostgreSQL stops, or does not start
     * @param port 0 for any that is free
     * @param sharedBuffersMegabytes of its own cache; {@code null} for PostgreSQL's default
     */
    static PostgresProcess start(DataFolder folder, int port, int maxConnections, Integer sharedBuffersMegabytes)
            throws IOException, SQLException {
        var keeper = keeper(folder);
        try {
            requireFree(port);
            System.setProperty(
                    "ot.epg.working-dir", PostgresBinaries.folder(folder.path()).toString());
            boolean made = Files.exists(folder.data());
            var builder = EmbeddedPostgres.builder()
                    .setDataDirectory(folder.data())
                    .setCleanDataDirectory(!made) // which to the library means to make it, too
                    .setPort(port)
                    .setPgBinaryResolver((system, machine) -> archive(machine))
                    .setRegisterShutdownHook(false) // the keeper's work
                    .setServerConfig("listen_addresses", "127.0.0.1")
                    .setServerConfig("unix_socket_directories", "")
                    .setServerConfig("max_connections", Integer.toString(maxConnections))
                    // as a database that people use: the library switches both off
                    .setServerConfig("fsync", "on")
                    .setServerConfig("synchronous_commit", "on")
                    .setOutputRedirector(
                            ProcessBuilder.Redirect.appendTo(folder.log().toFile()));
            if (sharedBuffersMegabytes != null) {
                builder.setServerConfig("shared_buffers", sharedBuffersMegabytes + "MB");
            }
            if (made) {
                builder.setPGStartupWait(RECOVERY);
            }
            var postgres = PostgresStartup.of(builder, folder.log());
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

    private static Process keeper(DataFolder folder) throws IOException {
        var path = folder.path().toString();
        return new ProcessBuilder("sh", "-c", KEEPER, "sh", path, Boolean.toString(folder.stays()))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    /** To the library whoever answers at the port would be the one it has started. */
    private static void requireFree(int port) throws IOException {
        try (var socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), port));
        } catch (BindException e) {
            throw new IOException("port %d on 127.0.0.1 is in use; choose another by --port".formatted(port), e);
        }
    }

    /** Its process id, the postmaster's. */
    long pid() {
        return pid;
    }

    String url() {
        return "jdbc:postgresql://127.0.0.1:" + port + "/postgres?user=postgres";
    }

    String version() {
        return version;
    }

    /** Waits until its process is gone, by {@link #stop} or in whatever way. */
    void awaitEnd() throws InterruptedException {
        while (folder.isUsedBy(pid)) {
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
        }
    }

    /** The last failure that it has told of since it answered; before {@link #stop}, which may take the log along. */
    Optional<String> lastWords() throws IOException {
        try (var log = Files.newInputStream(folder.log())) {
            log.skipNBytes(saidAtStart);
            return PostgresStartup.lastWords(new String(log.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    /** Fast shutdown: open transactions are rolled back; then the folder is removed, unless it stays. */
    void stop() throws IOException {
        end(keeper);
        folder.close();
    }

    private static void end(Process keeper) throws IOException {
        keeper.getOutputStream().close();
        try {
            if (!keeper.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                throw new IOException("PostgreSQL has not stopped within " + STOP_SECONDS + " s");
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

    /** The first on the class path; the library's own search fails when there are two copies of one. */
    private static InputStream archive(String machine) throws IOException {
        var name =
                switch (machine) {
                    case "x86_64" -> "x86_64";
                    case "aarch64" -> "arm_64";
                    default ->
                        throw new IOException(
                                "no PostgreSQL for " + machine + " is shipped; give the servers one by --postgres");
                };
        return PostgresProcess.class.getResourceAsStream("/postgres-linux-" + name + ".txz");
    }
}
