package threadwall.store.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import threadwall.store.StoreUnavailableException;

/** Counts the client connections of a PostgreSQL repeatedly, until it is killed. */
@Command(
        name = "connections",
        mixinStandardHelpOptions = true,
        description = "Counts the client connections of a PostgreSQL, four times a second until it is killed.",
        footer = {
            "",
            "stdout: TIME COUNT, a line each time, without its own connection. If the database ends, it waits for it."
                    + " Exit codes: 2 usage, 4 the first query failed."
        })
public final class ConnectionsMain implements Callable<Integer> {
    private static final int ENVIRONMENT = 4;

    /** A load lasts seconds, and the query less than a millisecond for some connections. */
    private static final Duration INTERVAL = Duration.ofMillis(250);

    /** Excludes background workers such as autovacuum. */
    private static final String COUNT = """
            select count(*) from pg_stat_activity
            where backend_type = 'client backend' and pid <> pg_backend_pid()
                and (cardinality(?::text[]) = 0 or application_name = any (?::text[]))""";

    @Option(names = "--postgres", required = true, paramLabel = "URL", description = "jdbc:postgresql://…")
    private String postgres;

    @Option(
            names = "--server",
            paramLabel = "PID",
            description = "Count the connections of this server only; repeatable (default: all clients).")
    private List<Long> servers = List.of();

    private boolean told;

    public static void main(String[] arguments) {
        System.setProperty("slf4j.internal.verbosity", "ERROR"); // hides log messages of libraries
        System.exit(new CommandLine(new ConnectionsMain()).execute(arguments));
    }

    @Override
    public Integer call() throws InterruptedException {
        while (true) {
            try (var connection = PostgresConnection.openBounded(postgres)) {
                tell(connection);
            } catch (StoreUnavailableException | SQLException e) {
                System.err.println(e.getMessage().lines().findFirst().orElseThrow());
                if (!told) {
                    return ENVIRONMENT;
                }
            }
            Thread.sleep(INTERVAL);
        }
    }

    /** Returns when the connection is lost, by an exception. */
    private void tell(Connection connection) throws SQLException, InterruptedException {
        while (true) {
            System.out.println(Instant.now() + " " + count(connection, servers));
            System.out.flush();
            told = true;
            Thread.sleep(INTERVAL);
        }
    }

    /**
     * Connections of other clients now.
     *
     * @param servers pids of the servers to count; empty for all clients
     */
    static int count(Connection connection, List<Long> servers) throws SQLException {
        var names = connection.createArrayOf(
                "text", servers.stream().map(ApplicationName::of).toArray());
        try (var count = connection.prepareStatement(COUNT)) {
            count.setArray(1, names);
            count.setArray(2, names);
            try (var row = count.executeQuery()) {
                row.next();
                return row.getInt(1);
            }
        }
    }
}
