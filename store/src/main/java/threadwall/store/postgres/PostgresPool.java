package threadwall.store.postgres;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool;
import java.sql.SQLException;
import java.time.Duration;
import threadwall.store.StoreUnavailableException;

/** The connections of a server to PostgreSQL: a fixed number, all there before the first request. */
public final class PostgresPool {
    /** A database that does not answer within this at start is silent. */
    static final Duration PATIENCE = Duration.ofSeconds(5);

    /** A request may wait this long for its turn on a connection: thousands share a few under load. */
    private static final Duration TURN = Duration.ofSeconds(60);

    private PostgresPool() {}

    /**
     * Opens the pool, with the table of fortunes made and filled.
     *
     * @param url         jdbc:postgresql://…
     * @param connections how many, no more and no fewer
     * @throws StoreUnavailableException when the database does not answer, or does not give that many connections
     */
    public static HikariDataSource open(String url, int connections) throws SQLException {
        var config = new HikariConfig();
        config.setPoolName("postgres");
        config.setJdbcUrl(url);
        config.setMaximumPoolSize(connections);
        config.setMinimumIdle(connections);
        config.setInitializationFailTimeout(PATIENCE.toMillis());
        config.setConnectionTimeout(TURN.toMillis());
        config.addDataSourceProperty("connectTimeout", PATIENCE.toSeconds());
        config.addDataSourceProperty("loginTimeout", PATIENCE.toSeconds());
        HikariDataSource pool;
        try {
            pool = new HikariDataSource(config);
        } catch (HikariPool.PoolInitializationException e) {
            throw new StoreUnavailableException(
                    "the database at " + shown(url) + " does not answer (waited up to " + PATIENCE.toSeconds() + " s): "
                            + root(e) + "; check --postgres, or try it with psql",
                    e);
        }
        PostgresSchema.ensure(pool);
        return pool;
    }

    /** The URL without what follows the "?", where a password may stand. */
    private static String shown(String url) {
        return url.replaceFirst("\\?.*", "");
    }

    private static String root(Throwable problem) {
        var cause = problem;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause.getMessage();
    }
}
