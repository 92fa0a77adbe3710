package threadwall.store.postgres;

import java.sql.SQLException;

/** A PostgreSQL for the tests of other packages; each test can have its own schema. */
public final class TestPostgres implements AutoCloseable {

    private final PostgresProcess process;
    private int schemas;

    private TestPostgres(PostgresProcess process) {
        this.process = process;
    }

    public static TestPostgres start() throws Exception {
        return new TestPostgres(process(20));
    }

    /** Starts one on any free port, with temporary data. */
    static PostgresProcess process(int maxConnections) throws Exception {
        return PostgresProcess.start(DataFolder.temporary(), 0, maxConnections, null);
    }

    /** Creates an empty schema. A separate database would be 300 more files to sync. */
    public String emptySchema() throws SQLException {
        var name = "test" + ++schemas;
        try (var connection = PostgresConnection.open(process.url());
                var statement = connection.createStatement()) {
            statement.execute("create schema " + name);
        }
        return name;
    }

    /** URL of the database with that schema's tables. */
    public String url(String schema) {
        return process.url() + "&currentSchema=" + schema;
    }

    @Override
    public void close() throws Exception {
        process.stop();
    }
}
