package threadwall.loadgen.testbed.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import threadwall.loadgen.testbed.StepFailedException;
import threadwall.process.ChildProcess;
import threadwall.process.ExitReason;

/**
 * Counts the connections that a step's servers have to PostgreSQL, by what that says of itself. A program of the store's asks
 * it again and again, on a connection that does not count; what it found stays in the step's {@code connections.txt}.
 *
 * <p>A PostgreSQL of the run's own has no other clients than the step's servers, so all are counted, whatever they call
 * themselves. Of one that the user runs those are that bear the name of a server that was started here.
 */
public final class DatabaseConnectionCounter implements AutoCloseable {

    private static final List<String> COMMAND =
            List.of("java", "-Xmx64m", "-cp", "store/target/store.jar", "threadwall.store.postgres.ConnectionsMain");

    /** A JVM starts, and has a connection within 5 s or none. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final Duration LOOK = Duration.ofMillis(20);

    private final ChildProcess program;
    private final Path counts;
    private final Path errors;

    private DatabaseConnectionCounter(Path home, Path folder, List<String> command) throws IOException {
        counts = folder.resolve("connections.txt");
        errors = folder.resolve("connections.err");
        program = ChildProcess.start(home, folder.resolve("connections"), command, counts);
    }

    /**
     * Returns once they were counted for the first time. Servers open all that they are to have before READY, so there are
     * some.
     *
     * @param folder the step's
     * @param servers pids, as they say READY
     * @throws StepFailedException when nothing could be counted, or PostgreSQL knows of none
     */
    public static DatabaseConnectionCounter start(Path home, Path folder, SharedDatabase database, List<Long> servers)
            throws StepFailedException, IOException, InterruptedException {
        var command = new ArrayList<>(COMMAND);
        command.addAll(List.of("--postgres", database.url()));
        if (database.processes().isEmpty()) {
            servers.forEach(pid -> command.addAll(List.of("--server", pid.toString())));
        }
        var count = new DatabaseConnectionCounter(home, folder, command);
        try {
            count.awaitFirst();
            return count;
        } catch (StepFailedException | IOException | InterruptedException e) {
            count.close();
            throw e;
        }
    }

    private void awaitFirst() throws StepFailedException, IOException, InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (Files.size(counts) == 0) {
            requireAlive();
            if (System.nanoTime() > deadline) {
                throw new StepFailedException(
                        "PostgreSQL's connections were not counted within %d s".formatted(PATIENCE.toSeconds()));
            }
            Thread.sleep(LOOK);
        }
        if (most() == 0) {
            throw new StepFailedException(
                    "PostgreSQL shows no connection of the server's (application_name in pg_stat_activity), so"
                            + " none can be counted; leave ApplicationName out of --postgres");
        }
    }

    private void requireAlive() throws StepFailedException {
        if (!program.isAlive()) {
            throw new StepFailedException("PostgreSQL's connections cannot be counted: "
                    + ExitReason.in(errors).orElse("who counts them ended without a word"));
        }
    }

    /**
     * Ends it; the most that there were at once.
     *
     * @throws StepFailedException when it had ended before, so that there may have been more
     */
    public int finish() throws StepFailedException, IOException {
        requireAlive();
        close();
        return most();
    }

    private int most() throws IOException {
        try (var lines = Files.lines(counts)) {
            return lines.mapToInt(line -> Integer.parseInt(line.substring(line.indexOf(' ') + 1)))
                    .max()
                    .orElseThrow();
        }
    }

    @Override
    public void close() {
        program.close();
    }
}
