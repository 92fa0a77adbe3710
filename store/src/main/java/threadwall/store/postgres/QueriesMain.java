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

/** Tells how many queries a PostgreSQL has had on a table. */
@Command(
        name = "queries",
        mixinStandardHelpOptions = true,
        description = "Tells how many queries of a table a PostgreSQL has had.",
        footer = {
            "",
            "stdout: a number. Exit codes: 0 told, even when it is not the one waited for, 2 usage,"
                    + " 4 the database does not answer, or not say."
        })
public final class QueriesMain implements Callable<Integer> {
    private static final int ENVIRONMENT = 4;

    private static final Duration LOOK = Duration.ofMillis(20);

    /**
     * A connection adds what it has counted when it ends, so it is there with its end; until PostgreSQL 15 a process of its
     * own collected it, half a second later at most.
     */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /** Each query is one: of the table, or of its index, as PostgreSQL likes; without an index that count is null. */
    private static final String SCANS =
            "select seq_scan + coalesce(idx_scan, 0) from pg_stat_user_tables where relid = to_regclass(?)";

    /** Who makes a table scans it for its index. */
    private static final long OF_NO_TABLE_YET = 1;

    @Option(names = "--postgres", required = true, paramLabel = "URL", description = "jdbc:postgresql://…")
    private String postgres;

    @Option(names = "--table", required = true, paramLabel = "NAME", description = "Such as world.")
    private String table;

    @Option(
            names = "--await",
            paramLabel = "N",
            description = "Wait until there are so many, and clients have no connection any more; 5 s at most.")
    private Long awaited;

    @Option(
            names = "--server",
            paramLabel = "PID",
            description = "Clients are the servers of ours with these pids; repeatable (default: all).")
    private List<Long> servers = List.of();

    public static void main(String[] arguments) {
        System.setProperty("slf4j.internal.verbosity", "ERROR"); // its libraries may log, and nobody need listen
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
            // in this order: what those add that are gone is in it
            boolean gone = awaited == null || ConnectionsMain.count(connection, servers) == 0;
            long queries = count(connection, table);
            if (gone && (awaited == null || queries >= awaited) || System.nanoTime() > deadline) {
                return queries;
            }
            Thread.sleep(LOOK);
        }
    }

    /**
     * Queries of a table that ended connections have had, and others as far as they told. Of one that is not there, as many
     * as there are once a server's start has made it.
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
