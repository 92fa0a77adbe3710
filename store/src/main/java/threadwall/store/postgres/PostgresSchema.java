package threadwall.store.postgres;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Objects;
import javax.sql.DataSource;

/** The tables of this project in PostgreSQL. */
public final class PostgresSchema {
    /** Makes what is missing; a file of its own, for the peer in JavaScript runs it as well. */
    static final String SCRIPT = read("schema.sql");

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

    private static String read(String resource) {
        try (var text = Objects.requireNonNull(PostgresSchema.class.getResourceAsStream(resource), resource)) {
            return new String(text.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
