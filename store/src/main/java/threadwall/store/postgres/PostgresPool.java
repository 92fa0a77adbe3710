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

    /** A request may wait this long for its turn on a connection, as thousands share a few under load, and then for its answer. */
    static final Duration TURN = Duration.ofSeconds(60);

    private PostgresPool() {}

    /**
     * Opens the pool, with the tables made. A request waits up to a minute for a connection, and for an answer.
     *
     * @param url         jdbc:postgresql://…
     * @param connections how many, no more and no fewer
     * @throws StoreUnavailableException when the database does not answer, or does not give that many connections
     */
    public static HikariDataSource open(String url, int connections) throws SQLException {
        return open(url, connections, TURN);
    }

    /**
     * The same.
     *
     * @param patience how long a request waits for a connection, and then for an answer; a second at least
     */
    public static HikariDataSource open(String url, int connections, Duration patience) throws SQLException {
        PostgresUrl.require(url);
        var config = new HikariConfig();
        config.setPoolName("postgres");
        config.setJdbcUrl(url);
        config.setMaximumPoolSize(connections);
        config.setMinimumIdle(connections);
        config.setInitializationFailTimeout(PATIENCE.toMillis());
        config.setConnectionTimeout(patience.toMillis());
        config.setValidationTimeout(Math.min(patience.toMillis(), PATIENCE.toMillis()));
        // text, because the driver overlooks numbers here
        config.addDataSourceProperty("connectTimeout", Long.toString(PATIENCE.toSeconds()));
        config.addDataSourceProperty("loginTimeout", Long.toString(PATIENCE.toSeconds()));
        config.addDataSourceProperty("socketTimeout", Long.toString(patience.toSeconds()));
        var pool = opened(config);
        try {
            requireAll(pool, connections);
            PostgresSchema.ensure(pool);
            return pool;
        } catch (SQLException | RuntimeException e) {
            pool.close();
            throw e;
        }
    }

    private static HikariDataSource opened(HikariConfig config) {
        System.setProperty("com.zaxxer.hikari.blockUntilFilled", "true"); // before the first request, not after it
        try {
            return new HikariDataSource(config);
        } catch (HikariPool.PoolInitializationException e) {
            throw silent(config.getJdbcUrl(), e);
        }
    }

    /** What to say of a database that gave no connection. */
    static StoreUnavailableException silent(String url, Throwable problem) {
        return new StoreUnavailableException(
                "the database at " + PostgresUrl.shown(url) + " does not answer (waited up to " + PATIENCE.toSeconds()
                        + " s): " + root(problem) + "; check --postgres, or try it with psql",
                problem);
    }

    private static void requireAll(HikariDataSource pool, int connections) {
        int open = pool.getHikariPoolMXBean().getTotalConnections();
        if (open < connections) {
            throw tooFew(pool.getJdbcUrl(), connections, open);
        }
    }

    /** What to say of a database that gave fewer connections than were asked for. */
    static StoreUnavailableException tooFew(String url, int asked, long given) {
        return new StoreUnavailableException(
                "asked for " + asked + " connections; the database at " + PostgresUrl.shown(url) + " gives " + given
                        + "; lower --db-connections or raise its max_connections",
                null);
    }

    private static String root(Throwable problem) {
        var cause = problem;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause.getMessage();
    }
}
