package threadwall.store.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import threadwall.store.Fortunes;

/** The tables of this project in PostgreSQL. */
public final class PostgresSchema {
    /** Any number that nobody else locks: "threadwa" in ASCII. */
    private static final long LOCK = 0x7468726561647761L;

    private static final String FORTUNE = """
            create table if not exists fortune (id int primary key, message text not null)""";

    private static final String SEED = """
            insert into fortune (id, message) values (?, ?) on conflict do nothing""";

    private PostgresSchema() {}

    /**
     * Makes the table fortune and fills in the seed's rows where they are missing. Changes no row that is there, so it
     * can run at every start, and in several servers at once.
     */
    public static void ensure(DataSource database) throws SQLException {
        try (var connection = database.getConnection()) {
            connection.setAutoCommit(false);
            try {
                fill(connection);
                connection.commit();
            } catch (SQLException e) {
                connection.rollback();
                throw e;
            }
        }
    }

    private static void fill(Connection connection) throws SQLException {
        try (var statement = connection.createStatement();
                var seed = connection.prepareStatement(SEED)) {
            // "if not exists" alone can fail when two make the table at the same moment; the lock ends with the commit
            statement.execute("select pg_advisory_xact_lock(" + LOCK + ")");
            statement.execute(FORTUNE);
            for (var fortune : Fortunes.INITIAL) {
                seed.setInt(1, fortune.id());
                seed.setString(2, fortune.message());
                seed.addBatch();
            }
            seed.executeBatch();
        }
    }
}
