package threadwall.store.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import threadwall.store.Fortune;
import threadwall.store.Fortunes;

/** The tables of this project in PostgreSQL. */
public final class PostgresSchema {
    /** Any number that nobody else locks: "threadwa" in ASCII. */
    private static final long LOCK = 0x7468726561647761L;

    /**
     * Makes the tables that are missing and fills in the seed's rows of fortune. Changes no row that is there, so it can run
     * at every start, and in several servers at once. Sent as one text, all of it is one transaction.
     */
    static final String SCRIPT = """
            select pg_advisory_xact_lock(%d); -- "if not exists" alone can fail when two make a table at the same moment
            create table if not exists fortune (id int primary key, message text not null);
            create table if not exists world (id int primary key, randomnumber int not null);
            create table if not exists users
                (id int generated always as identity primary key, name text not null, age int not null);
            insert into fortune (id, message) values %s on conflict do nothing""".formatted(
                    LOCK, Fortunes.INITIAL.stream().map(PostgresSchema::row).collect(Collectors.joining(", ")));

    private PostgresSchema() {}

    /** Runs the {@link #SCRIPT}. */
    public static void ensure(DataSource database) throws SQLException {
        try (var connection = database.getConnection()) {
            ensure(connection);
        }
    }

    /** The same on a connection; it is done with the transaction that is open there, if one is. */
    public static void ensure(Connection connection) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(SCRIPT);
        }
    }

    private static String row(Fortune fortune) {
        return "(%d, '%s')".formatted(fortune.id(), fortune.message().replace("'", "''"));
    }
}
