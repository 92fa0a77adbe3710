package threadwall.store.postgres;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A PostgreSQL of our own, listening on 127.0.0.1 only, its data in a temporary folder that goes with it.
 *
 * <p>It ends when {@link #stop} is called, or when this JVM is gone, however it went: a shell waits at the other end of a
 * pipe that only this JVM holds open, and stops PostgreSQL when the pipe closes. Both ways are the same one.
 */
final class PostgresProcess {
    /**
     * Fast shutdown (SIGINT), at most 10 s, then SIGQUIT; and the folder goes, more than once if need be: an initdb whose
     * JVM was killed writes on until it misses a file. Signals of a terminal pass it by.
     */
    private static final String KEEPER = """
            trap '' INT TERM HUP
            read -r _
            folder=$1
            pid=$(head -n 1 "$folder/data/postmaster.pid" 2>/dev/null) && kill -INT "$pid"
            tries=0
            while [ -e "$folder/data/postmaster.pid" ] && [ "$tries" -lt 200 ]; do
                sleep 0.05
                tries=$((tries + 1))
            done
            [ -e "$folder/data/postmaster.pid" ] && kill -QUIT "$pid" && sleep 1
            tries=0
            until rm -rf -- "$folder" || [ "$tries" -ge 100 ]; do
                sleep 0.05
                tries=$((tries + 1))
            done
            """;

    private static final int STOP_SECONDS = 15;

    /** Locked while this JVM lives: {@code ./threadwall clean} leaves a folder alone whose claim somebody holds. */
    private static final String CLAIM = "claim";

    private final Process keeper;
    private final FileChannel claim;
    private final long pid;
    private final int port;
    private final String version;

    private PostgresProcess(Process keeper, FileChannel claim, long pid, int port, String version) {
        this.keeper = keeper;
        this.claim = claim;
        this.pid = pid;
        this.port = port;
        this.version = version;
    }

    /** Starts it on any free port; takes about a second, and some more when the binaries have to be unpacked first. */
    static PostgresProcess start(int maxConnections) throws IOException, SQLException {
        var folder = Files.createTempDirectory("threadwall-postgres-");
        var claim = claim(folder);
        System.setProperty("ot.epg.working-dir", Binaries.folder(folder).toString());
        var data = folder.resolve("data");
        var log = folder.resolve("log");
        var keeper = new ProcessBuilder("sh", "-c", KEEPER, "sh", folder.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            var postgres = EmbeddedPostgres.builder()
                    .setDataDirectory(data)
                    .setPgBinaryResolver((system, machine) -> archive(machine))
                    .setRegisterShutdownHook(false) // the keeper's work
                    .setServerConfig("listen_addresses", "127.0.0.1")
                    .setServerConfig("unix_socket_directories", "")
                    .setServerConfig("max_connections", Integer.toString(maxConnections))
                    // as a database that people use: the library switches both off
                    .setServerConfig("fsync", "on")
                    .setServerConfig("synchronous_commit", "on")
                    .setOutputRedirector(ProcessBuilder.Redirect.appendTo(log.toFile()))
                    .start();
            var pid = Files.readAllLines(data.resolve("postmaster.pid")).getFirst();
            return new PostgresProcess(keeper, claim, Long.parseLong(pid), postgres.getPort(), version(postgres));
        } catch (IOException | SQLException | RuntimeException e) {
            var reason = reason(e, log);
            end(keeper);
            claim.close();
            throw new IOException("PostgreSQL did not start: " + reason, e);
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

    /** Fast shutdown: open transactions are rolled back; then the folder is removed. */
    void stop() throws IOException {
        end(keeper);
        claim.close();
    }

    private static FileChannel claim(Path folder) throws IOException {
        var file = FileChannel.open(folder.resolve(CLAIM), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            file.tryLock();
        } catch (IOException noLocks) {
            return file; // an open file can be seen, too
        }
        return file;
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

    /** One line: PostgreSQL's own last words, which say more than that the wait is over. */
    private static String reason(Exception problem, Path log) throws IOException {
        var words = Files.exists(log) ? Files.readAllLines(log) : List.<String>of();
        return words.stream()
                .filter(line -> line.contains("FATAL"))
                .reduce((earlier, later) -> later)
                .orElse(problem.getMessage());
    }
}
