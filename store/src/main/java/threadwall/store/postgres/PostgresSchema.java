package threadwall.store.postgres;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Objects;
import javax.sql.DataSource;

/** Our tables in PostgreSQL. */
public final class PostgresSchema {
    /** Creates what is missing. It is a file because the Node.js peer runs it as well. */
    static final String SCRIPT = read("schema.sql");

    private PostgresSchema() {}

    /** Runs the {@link #SCRIPT}. */
    public static void ensure(DataSource database) throws SQLException {
        try (var connection = database.getConnection()) {
            ensure(connection);
        }
    }

    /** The same on a connection; an open transaction includes it. */
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
