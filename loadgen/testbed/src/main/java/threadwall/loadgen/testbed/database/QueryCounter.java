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
 * Counts the queries that PostgreSQL had for the requests of a step, by its own statistics of the route's table: an answer
 * that comes out of a server's memory has none. Over the whole life of the step's servers, since a connection may keep what
 * it has counted to itself until it ends.
 */
public final class QueryCounter {

    /** A JVM starts; what it asks is bounded by 5 s, and so is its connection. */
    private static final Duration LONGEST = Duration.ofSeconds(30);

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
        this.before = ask(List.of());
    }

    /**
     * To be called before the servers of a step start.
     *
     * @param folder the step's
     * @return empty where no server of the step has that database, or the route does not read one of the tables
     * @throws StepFailedException when the database does not tell
     */
    public static Optional<QueryCounter> start(Path home, Path folder, StepPlan step, Optional<SharedDatabase> database)
            throws StepFailedException, IOException, InterruptedException {
        var table = new RequestRoute(step.route()).table();
        return database.isEmpty() || step.databaseConnections() == null || table.isEmpty()
                ? Optional.empty()
                : Optional.of(new QueryCounter(home, folder, database.get(), table.get()));
    }

    /**
     * Queries since the start, once the servers' connections are gone.
     *
     * @param requests as many as there should be; fewer are waited for
     * @param servers pids that said READY
     * @throws StepFailedException when the database does not tell, or began to count anew meanwhile
     */
    public long finish(long requests, List<Long> servers)
            throws StepFailedException, IOException, InterruptedException {
        var options = new ArrayList<>(List.of("--await", Long.toString(before + requests)));
        if (database.processes().isEmpty()) {
            servers.forEach(pid -> options.addAll(List.of("--server", pid.toString())));
        }
        return since(before, ask(options));
    }

    /** After a crash, or an immediate shutdown, it counts from nothing (PostgreSQL's manual, "cumulative statistics"). */
    static long since(long before, long now) throws StepFailedException {
        if (now < before) {
            throw new StepFailedException(
                    "PostgreSQL has begun to count anew, as after a crash: it had %,d queries before, and has %,d"
                            .formatted(before, now));
        }
        return now - before;
    }

    private long ask(List<String> options) throws StepFailedException, IOException, InterruptedException {
        var arguments = new ArrayList<>(List.of("--postgres", database.url(), "--table", table));
        arguments.addAll(options);
        return Long.parseLong(StoreProgram.QUERIES.run(home, folder.resolve("queries"), arguments, LONGEST));
    }
}
