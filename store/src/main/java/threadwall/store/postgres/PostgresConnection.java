package threadwall.store.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;
import org.postgresql.Driver;
import threadwall.store.StoreUnavailableException;

/** One connection to a database, for what is no server: to ask whether it answers, or to load it. */
public final class PostgresConnection {

    private PostgresConnection() {}

    /**
     * Connects, in little more than {@link PostgresPool#PATIENCE} whatever the other end does.
     *
     * @param url jdbc:postgresql://…
     * @throws StoreUnavailableException when it does not answer, in one line without a password
     */
    public static Connection open(String url) {
        return open(url, new Properties());
    }

    /** @param properties the driver's, beside those that bound the time */
    static Connection open(String url, Properties properties) {
        PostgresUrl.require(url);
        var patience = Long.toString(PostgresPool.PATIENCE.toSeconds());
        properties.setProperty("connectTimeout", patience);
        properties.setProperty("loginTimeout", patience); // all of the handshake: a port may accept and say nothing
        try {
            return new Driver().connect(url, properties);
        } catch (SQLException e) {
            throw PostgresPool.silent(url, e);
        }
    }
}
