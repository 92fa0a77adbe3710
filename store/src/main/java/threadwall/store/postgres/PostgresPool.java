package threadwall.store.postgres;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import threadwall.store.FiberData;
import threadwall.store.RootCause;
import threadwall.store.StoreUnavailableException;
import threadwall.store.TransactionException;

/**
 * The JDBC connections of a server: a fixed number, all opened before the first request.
 *
 * <p>Hikari cannot distinguish busy from lost connections: both make a caller wait. Therefore requests queue in front
 * of the pool ({@link #inTurn}), for up to a minute, and not more than {@link FiberData#MOST_WAITING}. Behind that
 * queue a wait means that a connection is lost, and is short. The pool reconnects until it succeeds, at least every 5
 * s.
 */
public final class PostgresPool extends HikariDataSource {
    /** Time-out for the first answer of a database, at start. */
    static final Duration PATIENCE = Duration.ofSeconds(5);

    /** How long a request at the head of the queue waits for a lost connection to be replaced. */
    private static final Duration REPLACED = Duration.ofSeconds(1);

    private final Semaphore turns;
    private final Duration patience;
    private final int mostWaiting;
    private final AtomicInteger waiting = new AtomicInteger();

    /** Whether the last request got no connection. */
    private volatile boolean gone;

    private PostgresPool(HikariConfig config, Duration patience, int mostWaiting) {
        super(config);
        turns = new Semaphore(config.getMaximumPoolSize(), true);
        this.patience = patience;
        this.mostWaiting = mostWaiting;
    }

    /**
     * Opens the pool and creates the tables. A request waits up to a minute for its turn, and for its answer.
     *
     * @param url jdbc:postgresql://…
     * @param connections exact number of connections
     * @throws StoreUnavailableException when the database does not answer, refuses that many connections, or refuses
     *     the tables
     */
    public static PostgresPool open(String url, int connections) {
        return open(url, connections, FiberData.LONGEST_WAIT);
    }

    /**
     * The same.
     *
     * @param patience how long a request waits for its turn, and then for an answer; at least a second
     */
    public static PostgresPool open(String url, int connections, Duration patience) {
        return open(url, connections, patience, FiberData.MOST_WAITING);
    }

    /** @param mostWaiting length of the queue; further requests are refused */
    static PostgresPool open(String url, int connections, Duration patience, int mostWaiting) {
        PostgresUrl.require(url);
        var config = new HikariConfig();
        config.setPoolName("postgres");
        config.setJdbcUrl(url);
        config.setMaximumPoolSize(connections);
        config.setMinimumIdle(connections);
        config.setInitializationFailTimeout(PATIENCE.toMillis());
        config.setConnectionTimeout(REPLACED.toMillis());
        config.setValidationTimeout(Math.min(patience.toMillis(), PATIENCE.toMillis()));
        config.addDataSourceProperty("ApplicationName", ApplicationName.own());
        // as strings, because the driver ignores numbers here
        config.addDataSourceProperty("connectTimeout", Long.toString(PATIENCE.toSeconds()));
        config.addDataSourceProperty("loginTimeout", Long.toString(PATIENCE.toSeconds()));
        config.addDataSourceProperty("socketTimeout", Long.toString(patience.toSeconds()));
        var pool = opened(config, patience, mostWaiting);
        try {
            requireAll(pool, connections);
            PostgresSchema.ensure(pool);
            return pool;
        } catch (SQLException e) {
            pool.close();
            throw withoutTables(url, e, PostgresFailure.of(e) instanceof TransactionException);
        } catch (RuntimeException e) {
            pool.close();
            throw e;
        }
    }

    private static PostgresPool opened(HikariConfig config, Duration patience, int mostWaiting) {
        System.setProperty("com.zaxxer.hikari.blockUntilFilled", "true"); // fill the pool before the first request
        try {
            return new PostgresPool(config, patience, mostWaiting);
        } catch (HikariPool.PoolInitializationException e) {
            throw silent(config.getJdbcUrl(), e);
        }
    }

    /**
     * Runs a query when it is its turn. As many run at once as there are connections.
     *
     * @param question takes at most one connection of this pool, and returns it
     * @throws StoreUnavailableException at once when the database is unreachable or the queue is full, or when the turn
     *     does not come in time
     */
    public <T> T inTurn(Supplier<T> question) {
        awaitTurn();
        try {
            if (gone && getHikariPoolMXBean().getTotalConnections() == 0) {
                throw PostgresFailure.unavailable("all connections to it are lost", null);
            }
            return question.get();
        } finally {
            turns.release();
        }
    }

    private void awaitTurn() {
        int before = waiting.getAndIncrement();
        try {
            if (before >= mostWaiting) {
                throw PostgresFailure.unavailable(before + " requests are waiting for it", null);
            }
            if (!turns.tryAcquire(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                throw PostgresFailure.unavailable(
                        "no connection became free within " + patience.toSeconds() + " s", null);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TransactionException(e);
        } finally {
            waiting.decrementAndGet();
        }
    }

    @Override
    public Connection getConnection() throws SQLException {
        try {
            var connection = super.getConnection();
            gone = false;
            return connection;
        } catch (SQLTransientConnectionException e) {
            gone = true;
            throw e;
        }
    }

    /** For a database that gave no connection. */
    static StoreUnavailableException silent(String url, Throwable problem) {
        return new StoreUnavailableException(
                "the database at " + PostgresUrl.shown(url) + " does not answer (waited up to " + PATIENCE.toSeconds()
                        + " s): " + RootCause.of(problem) + "; check --postgres, or try the URL with psql",
                problem);
    }

    private static void requireAll(PostgresPool pool, int connections) {
        int open = pool.getHikariPoolMXBean().getTotalConnections();
        if (open < connections) {
            throw tooFew(pool.getJdbcUrl(), connections, open);
        }
    }

    /** For a database that gave fewer connections than requested. */
    static StoreUnavailableException tooFew(String url, int asked, long given) {
        return new StoreUnavailableException(
                "asked for " + asked + " connections; the database at " + PostgresUrl.shown(url) + " gives " + given
                        + "; lower --db-connections or raise its max_connections",
                null);
    }

    /**
     * For a database without the {@link PostgresSchema}.
     *
     * @param refused a permission is missing; false = the database failed during table creation
     */
    static StoreUnavailableException withoutTables(String url, Throwable problem, boolean refused) {
        var what = refused
                ? " does not allow creating tables: %s; give --postgres a user that may"
                : " failed while the server created its tables: %s; check the database, and start the server again";
        return new StoreUnavailableException(
                "the database at " + PostgresUrl.shown(url) + what.formatted(RootCause.of(problem)), problem);
    }
}
