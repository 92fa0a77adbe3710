package threadwall.store.postgres;

import java.sql.SQLException;
import threadwall.store.StoreUnavailableException;

/** Checks that a database run by the user answers, before anything depends on it. */
final class PostgresProbe {

    private PostgresProbe() {}

    /**
     * Makes one connection and one query, within little more than {@link PostgresPool#PATIENCE} whatever the other end
     * does.
     *
     * @throws StoreUnavailableException when it does not answer, in one line without a password
     */
    static void check(String url) {
        try (var connection = PostgresConnection.openBounded(url);
                var statement = connection.createStatement()) {
            statement.execute("select 1");
        } catch (SQLException e) {
            throw PostgresPool.silent(url, e);
        }
    }
}
