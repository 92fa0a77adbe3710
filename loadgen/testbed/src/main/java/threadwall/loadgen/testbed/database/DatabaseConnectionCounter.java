package threadwall.loadgen.testbed.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import threadwall.loadgen.testbed.StepFailedException;
import threadwall.process.ChildProcess;

/**
 * Counts the connections of a step's servers to PostgreSQL, by its own statistics. A program of the module {@code
 * store} polls them on a connection that is not counted; its readings stay in the step's {@code connections.txt}.
 *
 * <p>A PostgreSQL that the run started has no clients besides the step's servers, so all connections are counted,
 * whatever their names. In a PostgreSQL that the user runs, those that carry the name of a server started here are
 * counted.
 */
public final class DatabaseConnectionCounter implements AutoCloseable {

    /** A JVM start, plus at most 5 s until it is connected. */
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private static final Duration POLL = Duration.ofMillis(20);

    private final ChildProcess program;
    private final Path counts;

    private DatabaseConnectionCounter(Path home, Path folder, List<String> command) throws IOException {
        counts = folder.resolve("connections.txt");
        program = ChildProcess.start(home, folder.resolve("connections"), command, counts);
    }

    /**
     * Starts counting; returns after the first count. Servers open all their connections before READY, so the count is
     * not 0.
     *
     * @param folder the step's
     * @param servers PIDs, as printed by READY
     * @throws StepFailedException when nothing could be counted, or PostgreSQL reports no connection
     */
    public static DatabaseConnectionCounter start(Path home, Path folder, SharedDatabase database, List<Long> servers)
            throws StepFailedException, IOException, InterruptedException {
        var command = StoreProgram.CONNECTIONS.command(database.countOptions(servers));
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
        long deadline = System.nanoTime() + TIMEOUT.toNanos();
        while (Files.size(counts) == 0) {
            requireAlive();
            if (System.nanoTime() > deadline) {
                throw new StepFailedException(
                        "PostgreSQL did not count its connections within %d s".formatted(TIMEOUT.toSeconds()));
            }
            Thread.sleep(POLL);
        }
        if (maximum() == 0) {
            throw new StepFailedException(
                    "PostgreSQL lists no connection with the server's application_name (pg_stat_activity); leave"
                            + " ApplicationName out of --postgres");
        }
    }

    private void requireAlive() throws StepFailedException {
        if (!program.isAlive()) {
            throw new StepFailedException("cannot count PostgreSQL's connections: "
                    + program.exitReason().orElse("the program that counts them ended without a message"));
        }
    }

    /**
     * Stops counting.
     *
     * @return the maximum of open connections
     * @throws StepFailedException when the program had ended before, so that there may have been more
     */
    public int finish() throws StepFailedException, IOException {
        requireAlive();
        close();
        return maximum();
    }

    private int maximum() throws IOException {
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
