package threadwall.store.load;

import java.sql.SQLException;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import threadwall.store.StoreUnavailableException;
import threadwall.store.postgres.PostgresConnection;

/**
 * Empties PostgreSQL's own cache by its extension pg_buffercache, which can do so since PostgreSQL 18. A page in use at that
 * moment stays.
 */
@Command(
        name = "evict",
        mixinStandardHelpOptions = true,
        description = "Empties PostgreSQL's own cache (shared_buffers); what has changed is written first.",
        footer = {"", "Exit codes: 0 done, 2 usage, 4 the database refuses."})
public final class EvictMain implements Callable<Integer> {
    private static final int ENVIRONMENT = 4;

    @Option(names = "--postgres", required = true, paramLabel = "URL", description = "jdbc:postgresql://…")
    private String postgres;

    public static void main(String[] arguments) {
        System.setProperty("slf4j.internal.verbosity", "ERROR"); // hides log messages of libraries
        System.exit(new CommandLine(new EvictMain()).execute(arguments));
    }

    @Override
    public Integer call() {
        try (var connection = PostgresConnection.open(postgres);
                var statement = connection.createStatement()) {
            statement.execute("create extension if not exists pg_buffercache schema public");
            statement.execute("select public.pg_buffercache_evict_all()");
            return 0;
        } catch (StoreUnavailableException | SQLException e) {
            System.err.println(e.getMessage().lines().findFirst().orElseThrow());
            return ENVIRONMENT;
        }
    }
}
