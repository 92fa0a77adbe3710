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
 * The connections of a server to PostgreSQL: a fixed number, all there before the first request.
 *
 * <p>To the pool itself waiting for one that is busy and for one that is lost are the same. So questions wait for their turn
 * in a line before it ({@link #inTurn}), a minute if need be, and not more of them than may wait for any store; behind the
 * line a wait means that a connection is lost, and is short. The pool connects again until that succeeds, every 5 s at least.
 */
public final class PostgresPool extends HikariDataSource {
    /** A database that does not answer within this at start is silent. */
    static final Duration PATIENCE = Duration.ofSeconds(5);

    /** A request may wait this long for its turn on a connection, as thousands share a few under load, and then for its answer. */
    static final Duration TURN = Duration.ofSeconds(60);

    /** Who has his turn waits this long for a connection: for one that was lost to be made anew. */
    private static final Duration REPLACED = Duration.ofSeconds(1);

    private final Semaphore turns;
    private final Duration patience;
    private final int mostWaiting;
    private final AtomicInteger waiting = new AtomicInteger();

    /** Whether the last who had his turn got no connection. */
    private volatile boolean gone;

    private PostgresPool(HikariConfig config, Duration patience, int mostWaiting) {
        super(config);
        turns = new Semaphore(config.getMaximumPoolSize(), true);
        this.patience = patience;
        this.mostWaiting = mostWaiting;
    }

    /**
     * Opens the pool, with the tables made. A request waits up to a minute for its turn, and for an answer.
     *
     * @param url         jdbc:postgresql://…
     * @param connections how many, no more and no fewer
     * @throws StoreUnavailableException when the database does not answer, or does not give that many connections, or no
     *     tables
     */
    public static PostgresPool open(String url, int connections) {
        return open(url, connections, TURN);
    }

    /**
     * The same.
     *
     * @param patience how long a request waits for its turn, and then for an answer; a second at least
     */
    public static PostgresPool open(String url, int connections, Duration patience) {
        return open(url, connections, patience, FiberData.MOST_WAITING);
    }

    /** @param mostWaiting questions in line; the next one is refused */
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
        // text, because the driver overlooks numbers here
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
        System.setProperty("com.zaxxer.hikari.blockUntilFilled", "true"); // before the first request, not after it
        try {
            return new PostgresPool(config, patience, mostWaiting);
        } catch (HikariPool.PoolInitializationException e) {
            throw silent(config.getJdbcUrl(), e);
        }
    }

    /**
     * Asks when it is its turn: of as many questions as there are connections at once.
     *
     * @param question gets no more than one connection of this pool, and gives it back
     * @throws StoreUnavailableException at once when the database is gone or too many wait, or when the turn does not come
     */
    public <T> T inTurn(Supplier<T> question) {
        awaitTurn();
        try {
            if (gone && getHikariPoolMXBean().getTotalConnections() == 0) {
                throw PostgresFailure.unavailable("no connection to it is left", null);
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
                throw PostgresFailure.unavailable(before + " requests wait for it", null);
            }
            if (!turns.tryAcquire(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                throw PostgresFailure.unavailable(
                        "no turn on a connection within " + patience.toSeconds() + " s", null);
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

    /** What to say of a database that gave no connection. */
    static StoreUnavailableException silent(String url, Throwable problem) {
        return new StoreUnavailableException(
                "the database at " + PostgresUrl.shown(url) + " does not answer (waited up to " + PATIENCE.toSeconds()
                        + " s): " + RootCause.of(problem) + "; check --postgres, or try it with psql",
                problem);
    }

    private static void requireAll(PostgresPool pool, int connections) {
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

    /**
     * What to say of a database without the {@link PostgresSchema}.
     *
     * @param refused whether it does not take that, or else could not be used in the middle of it
     */
    static StoreUnavailableException withoutTables(String url, Throwable problem, boolean refused) {
        var what = refused
                ? " does not let its tables be made: %s; give --postgres a user who may"
                : " could not be used while its tables were made: %s; see to it, and start again";
        return new StoreUnavailableException(
                "the database at " + PostgresUrl.shown(url) + what.formatted(RootCause.of(problem)), problem);
    }
}
