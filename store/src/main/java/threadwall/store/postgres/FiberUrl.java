package threadwall.store.postgres;

import io.vertx.pgclient.PgConnectOptions;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import org.postgresql.Driver;
import threadwall.store.StoreUnavailableException;

/** A database's URL as the driver for fibers needs it: JDBC's own form, taken apart. */
final class FiberUrl {
    private static final String HOST = "PGHOST";
    private static final String PORT = "PGPORT";
    private static final String DATABASE = "PGDBNAME";
    private static final String USER = "user";
    private static final String PASSWORD = "password";

    private FiberUrl() {}

    /**
     * Where to connect, and as whom.
     *
     * @throws StoreUnavailableException when the URL asks for what this driver would not do, such as encryption: it is
     *     refused, not left out
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
                            + ", which a server of fibers cannot do; name one host, and behind its ? no more than user"
                            + " and password",
                    null);
        }
        var user = parts.getProperty(USER, System.getProperty("user.name")); // as JDBC's driver does
        var options = new PgConnectOptions()
                .setHost(host.replaceAll("[\\[\\]]", "")) // brackets belong to IPv6 in URLs alone
                .setPort(Integer.parseInt(parts.getProperty(PORT)))
                .setDatabase(parts.getProperty(DATABASE, user))
                .setUser(user)
                .setPassword(parts.getProperty(PASSWORD, ""));
        options.addProperty("application_name", ApplicationName.own());
        return options.setCachePreparedStatements(true);
    }
}
