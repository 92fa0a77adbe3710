package threadwall.store.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import threadwall.store.StoreUnavailableException;

/** Prints how many queries a PostgreSQL has run on a table. */
@Command(
        name = "queries",
        mixinStandardHelpOptions = true,
        description = "Prints how many queries a PostgreSQL has run on a table.",
        footer = {
            "",
            "stdout: a number. Exit codes: 0 printed, even if it is not the awaited number, 2 usage,"
                    + " 4 the query failed."
        })
public final class QueriesMain implements Callable<Integer> {
    private static final int ENVIRONMENT = 4;

    private static final Duration LOOK = Duration.ofMillis(20);

    /**
     * A connection publishes its counts when it ends. Until PostgreSQL 15 a separate process collected them, at most
     * half a second later.
     */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /** A query is a scan of the table or of its index, as the planner chooses; without an index idx_scan is null. */
    private static final String SCANS =
            "select seq_scan + coalesce(idx_scan, 0) from pg_stat_user_tables where relid = to_regclass(?)";

    /** Creating a table scans it once, for its index. */
    private static final long OF_NO_TABLE_YET = 1;

    @Option(names = "--postgres", required = true, paramLabel = "URL", description = "jdbc:postgresql://…")
    private String postgres;

    @Option(names = "--table", required = true, paramLabel = "NAME", description = "The table, such as world.")
    private String table;

    @Option(
            names = "--await",
            paramLabel = "N",
            description = "Wait at most 5 s for this count and for clients to disconnect.")
    private Long awaited;

    @Option(
            names = "--server",
            paramLabel = "PID",
            description = "Wait for the servers with these PIDs only; repeatable (default: all clients).")
    private List<Long> servers = List.of();

    public static void main(String[] arguments) {
        System.setProperty("slf4j.internal.verbosity", "ERROR"); // hides log messages of libraries
        System.exit(new CommandLine(new QueriesMain()).execute(arguments));
    }

    @Override
    public Integer call() throws InterruptedException {
        try (var connection = PostgresConnection.openBounded(postgres)) {
            System.out.println(told(connection));
            return 0;
        } catch (StoreUnavailableException | SQLException e) {
            System.err.println(e.getMessage().lines().findFirst().orElseThrow());
            return ENVIRONMENT;
        }
    }

    private long told(Connection connection) throws SQLException, InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            // in this order: the count then includes the connections that have ended
            boolean gone = awaited == null || ConnectionsMain.count(connection, servers) == 0;
            long queries = count(connection, table);
            if (gone && (awaited == null || queries >= awaited) || System.nanoTime() > deadline) {
                return queries;
            }
            Thread.sleep(LOOK);
        }
    }

    /**
     * Queries on a table by ended connections, and by others as far as they have published counts. For a missing table,
     * the count that it will have when a server's start has created it.
     */
    static long count(Connection connection, String table) throws SQLException {
        try (var scans = connection.prepareStatement(SCANS)) {
            scans.setString(1, table);
            try (var row = scans.executeQuery()) {
                return row.next() ? row.getLong(1) : OF_NO_TABLE_YET;
            }
        }
    }
}
