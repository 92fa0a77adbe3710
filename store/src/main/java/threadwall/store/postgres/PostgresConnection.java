package threadwall.store.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;
import org.postgresql.Driver;
import threadwall.store.StoreUnavailableException;

/** A single connection, for programs that are not servers: checking, counting and loading. */
public final class PostgresConnection {

    /** In seconds, as the driver expects. */
    private static final String PATIENCE = Long.toString(PostgresPool.PATIENCE.toSeconds());

    private PostgresConnection() {}

    /**
     * Connects, within little more than {@link PostgresPool#PATIENCE} whatever the other end does.
     *
     * @param url jdbc:postgresql://…
     * @throws StoreUnavailableException when it does not answer, in one line without a password
     */
    public static Connection open(String url) {
        return open(url, new Properties());
    }

    /** The same; each answer has the same time-out and then throws an SQLException. */
    static Connection openBounded(String url) {
        var properties = new Properties();
        properties.setProperty("socketTimeout", PATIENCE);
        return open(url, properties);
    }

    /**
     * Checks that a database run by the user answers, before anything depends on it: makes one connection and one query.
     *
     * @throws StoreUnavailableException when it does not answer, in one line without a password
     */
    static void check(String url) {
        try (var connection = openBounded(url);
                var statement = connection.createStatement()) {
            statement.execute("select 1");
        } catch (SQLException e) {
            throw PostgresPool.silent(url, e);
        }
    }

    private static Connection open(String url, Properties properties) {
        PostgresUrl.require(url);
        properties.setProperty("connectTimeout", PATIENCE);
        properties.setProperty(
                "loginTimeout", PATIENCE); // bounds the whole handshake: a port may accept and stay silent
        try {
            return new Driver().connect(url, properties);
        } catch (SQLException e) {
            throw PostgresPool.silent(url, e);
        }
    }
}
