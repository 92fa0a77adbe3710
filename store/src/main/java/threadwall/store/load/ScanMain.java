package threadwall.store.load;

import java.sql.SQLException;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import threadwall.store.StoreUnavailableException;
import threadwall.store.postgres.PostgresConnection;

/** Reads the first rows of {@code world} in PostgreSQL once, to bring as many as fit into the page cache. */
@Command(
        name = "scan",
        mixinStandardHelpOptions = true,
        description = "Reads the first rows of world in PostgreSQL once, through the index.",
        footer = {
            "",
            "stdout: {\"seconds\":…}. Exit codes: 0 done, 2 usage, 3 the rows are not those of a data load, 4 the database"
                    + " refuses."
        })
public final class ScanMain implements Callable<Integer> {
    private static final int INVALID = 3;
    private static final int ENVIRONMENT = 4;

    @Option(names = "--postgres", required = true, paramLabel = "URL", description = "jdbc:postgresql://…")
    private String postgres;

    @Option(names = "--rows", required = true, paramLabel = "N", description = "Rows, with ids from 1 to N.")
    private int rows;

    public static void main(String[] arguments) {
        Locale.setDefault(Locale.ROOT);
        System.setProperty("slf4j.internal.verbosity", "ERROR"); // hides log messages of libraries
        System.exit(new CommandLine(new ScanMain()).execute(arguments));
    }

    @Override
    public Integer call() {
        try {
            long start = System.nanoTime();
            long sum = sum();
            double seconds = (System.nanoTime() - start) / 1e9;
            long drawn = TableContents.drawn(rows).sum();
            if (sum != drawn) {
                System.err.printf("the sum of the first %,d rows is %,d instead of %,d%n", rows, sum, drawn);
                return INVALID;
            }
            System.out.printf("{\"seconds\":%.6f}%n", seconds);
            return 0;
        } catch (StoreUnavailableException | SQLException e) {
            System.err.println(e.getMessage().lines().findFirst().orElseThrow());
            return ENVIRONMENT;
        }
    }

    /**
     * Reads through the index, as requests do; a sequential scan would cache no index pages. It turns off track_counts
     * (superusers may), so that the scan is not counted as a request.
     */
    private long sum() throws SQLException {
        try (var connection = PostgresConnection.open(postgres);
                var statement = connection.createStatement()) {
            statement.execute("set track_counts = off; set enable_seqscan = off; set enable_bitmapscan = off;"
                    + " set max_parallel_workers_per_gather = 0");
            try (var result = statement.executeQuery("select sum(randomnumber) from world where id <= " + rows)) {
                result.next();
                return result.getLong(1);
            }
        }
    }
}
