package threadwall.store.postgres;

import io.vertx.pgclient.PgConnectOptions;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import org.postgresql.Driver;
import threadwall.store.StoreUnavailableException;

/** Converts a JDBC URL into the options of the reactive driver. */
final class FiberUrl {
    private static final String HOST = "PGHOST";
    private static final String PORT = "PGPORT";
    private static final String DATABASE = "PGDBNAME";
    private static final String USER = "user";
    private static final String PASSWORD = "password";

    private FiberUrl() {}

    /**
     * Host, port, database and credentials of a URL.
     *
     * @throws StoreUnavailableException when the URL asks for something that this driver does not support, such as
     *     encryption, instead of ignoring it
     */
    static PgConnectOptions options(String url) {
        PostgresUrl.require(url);
        var parts = Driver.parseURL(url, new Properties());
        var others = new TreeSet<>(parts.stringPropertyNames());
        others.removeAll(Set.of(HOST, PORT, DATABASE, USER, PASSWORD));
        var host = parts.getProperty(HOST);
        if (!others.isEmpty() || host.contains(",")) {
            throw new StoreUnavailableException(
                    "the database's URL " + PostgresUrl.shown(url) + " has "
                            + (others.isEmpty() ? "several hosts" : String.join(", ", others))
                            + ", which a fiber server does not support; name one host, and only user and password after"
                            + " the ?",
                    null);
        }
        var user = parts.getProperty(USER, System.getProperty("user.name")); // the JDBC driver's default
        var options = new PgConnectOptions()
                .setHost(host.replaceAll("[\\[\\]]", "")) // IPv6 addresses have brackets in URLs only
                .setPort(Integer.parseInt(parts.getProperty(PORT)))
                .setDatabase(parts.getProperty(DATABASE, user))
                .setUser(user)
                .setPassword(parts.getProperty(PASSWORD, ""));
        options.addProperty("application_name", ApplicationName.own());
        return options.setCachePreparedStatements(true);
    }
}
