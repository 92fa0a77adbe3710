package threadwall.loadgen.testbed.database;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import threadwall.loadgen.http.RequestRoute;
import threadwall.loadgen.testbed.StepFailedException;
import threadwall.record.StepPlan;

/**
 * Counts the queries that PostgreSQL executed for the requests of a step, by its statistics of the route's table: a
 * response from a server's memory causes none. It covers the whole life of the step's servers, because a connection may
 * report its counts only when it ends.
 */
public final class QueryCounter {

    /** A JVM start, plus at most 5 s each to connect and to query. */
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final Path home;
    private final Path folder;
    private final SharedDatabase database;
    private final String table;
    private final long before;

    private QueryCounter(Path home, Path folder, SharedDatabase database, String table)
            throws StepFailedException, IOException, InterruptedException {
        this.home = home;
        this.folder = folder;
        this.database = database;
        this.table = table;
        this.before = query(database.countOptions(List.of()));
    }

    /**
     * Call this before the servers of a step start.
     *
     * @param folder the step's
     * @return empty where no server of the step has that database, or the route reads none of its tables
     * @throws StepFailedException when the database does not answer
     */
    public static Optional<QueryCounter> start(Path home, Path folder, StepPlan step, Optional<SharedDatabase> database)
            throws StepFailedException, IOException, InterruptedException {
        var table = new RequestRoute(step.load().route()).table();
        return database.isEmpty() || step.databaseConnections() == null || table.isEmpty()
                ? Optional.empty()
                : Optional.of(new QueryCounter(home, folder, database.get(), table.get()));
    }

    /**
     * Queries since the start, once the servers' connections are closed.
     *
     * @param requests the expected number; waits while there are fewer
     * @param servers PIDs, as printed by READY
     * @throws StepFailedException when the database does not answer, or its statistics were reset meanwhile
     */
    public long finish(long requests, List<Long> servers)
            throws StepFailedException, IOException, InterruptedException {
        var options = database.countOptions(servers);
        options.addAll(List.of("--await", Long.toString(before + requests)));
        return since(before, query(options));
    }

    /** A crash or an immediate shutdown resets the statistics (PostgreSQL's manual, "cumulative statistics"). */
    static long since(long before, long now) throws StepFailedException {
        if (now < before) {
            throw new StepFailedException(
                    "PostgreSQL's statistics were reset, as after a crash: %,d queries before, %,d now"
                            .formatted(before, now));
        }
        return now - before;
    }

    private long query(List<String> options) throws StepFailedException, IOException, InterruptedException {
        var arguments = new ArrayList<>(options);
        arguments.addAll(List.of("--table", table));
        return Long.parseLong(StoreProgram.QUERIES.run(home, folder.resolve("queries"), arguments, TIMEOUT));
    }
}
