package threadwall.store.load;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.OptionalLong;
import org.postgresql.PGConnection;
import threadwall.store.StoreUnavailableException;
import threadwall.store.postgres.PostgresConnection;
import threadwall.store.postgres.PostgresSchema;

/** The table in PostgreSQL, filled by COPY. */
final class PostgresWorldTable implements WorldTable {

    /** The key of an advisory lock: "world" in ASCII. */
    private static final long LOCK = 0x776f726c64L;

    /** SQLSTATE of a missing permission. */
    private static final String NOT_ALLOWED = "42501";

    private final Connection connection;

    private PostgresWorldTable(Connection connection) {
        this.connection = connection;
    }

    /** @throws StoreUnavailableException when the database does not answer */
    static PostgresWorldTable open(String url) {
        return new PostgresWorldTable(PostgresConnection.open(url));
    }

    @Override
    public String engine() {
        return ask(() -> "PostgreSQL " + connection.getMetaData().getDatabaseProductVersion());
    }

    @Override
    public Optional<TableContents> read() {
        return ask(() -> exists("world") ? Optional.of(contents()) : Optional.empty());
    }

    private TableContents contents() throws SQLException {
        return row(
                "select count(*), min(id), max(id), coalesce(sum(randomnumber), 0) from world",
                row -> new TableContents(
                        row.getLong(1),
                        row.getObject(2, Integer.class),
                        row.getObject(3, Integer.class),
                        row.getLong(4)));
    }

    @Override
    public Size size() {
        return ask(() -> size("world"));
    }

    private Size size(String table) throws SQLException {
        return row(
                "select pg_table_size('%1$s'), pg_indexes_size('%1$s')".formatted(table),
                row -> new Size(row.getLong(1), row.getLong(2)));
    }

    @Override
    public OptionalLong users() {
        return ask(() -> exists("users")
                ? OptionalLong.of(row("select count(*) from users", row -> row.getLong(1)))
                : OptionalLong.empty());
    }

    /** PostgreSQL keeps up to max_wal_size of log besides its tables. Not every user may see where its data are. */
    @Override
    public Optional<DiskSpace> room() {
        return ask(() -> row("""
                select pg_size_bytes(current_setting('max_wal_size')), host(inet_server_addr()),
                    (select setting from pg_settings where name = 'data_directory')""", row -> {
            long log = row.getLong(1);
            return freeBytes(row.getString(2), row.getString(3)).map(free -> new DiskSpace(free, log));
        }));
    }

    private static Optional<Long> freeBytes(String host, String folder) {
        try {
            boolean here = NetworkInterface.getByInetAddress(InetAddress.getByName(host)) != null;
            return here && folder != null && Files.isDirectory(Path.of(folder))
                    ? Optional.of(Files.getFileStore(Path.of(folder)).getUsableSpace())
                    : Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** In a transaction that is rolled back: the rows are written and logged as usual, then discarded. */
    @Override
    public RowCost trial(int rows) {
        return ask(() -> {
            connection.setAutoCommit(false);
            try {
                PostgresSchema.ensure(connection);
                execute("create table threadwall_trial (like world including all)");
                long log = logged();
                long start = System.nanoTime();
                copy("threadwall_trial", 1, rows);
                double seconds = (System.nanoTime() - start) / 1e9;
                var size = size("threadwall_trial");
                double bytes = size.table() + size.index();
                return new RowCost(bytes / rows, (double) (logged() - log) / rows, rows / seconds);
            } finally {
                connection.rollback();
                connection.setAutoCommit(true);
            }
        });
    }

    /** Bytes of write-ahead log since the database was created, of all its clients. */
    private long logged() throws SQLException {
        return row("select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')", row -> row.getLong(1));
    }

    @Override
    public void lock() {
        if (!ask(() -> row("select pg_try_advisory_lock(" + LOCK + ")", row -> row.getBoolean(1)))) {
            throw new StoreUnavailableException("another load is running in this database; wait for its end", null);
        }
    }

    @Override
    public void begin() {
        ask(() -> {
            PostgresSchema.ensure(connection);
            return null;
        });
    }

    @Override
    public void append(int first, int last) {
        ask(() -> copy("world", first, last));
    }

    /** Freezes all rows: otherwise the first reader of a row sets hint bits on its page, which must then be written. */
    @Override
    public void settle() {
        ask(() -> execute("vacuum (freeze, analyze) world"));
        ask(this::checkpoint);
    }

    /** A database without that permission makes its own checkpoints, later. */
    private boolean checkpoint() throws SQLException {
        try {
            return execute("checkpoint");
        } catch (SQLException e) {
            if (NOT_ALLOWED.equals(e.getSQLState())) {
                return false;
            }
            throw e;
        }
    }

    @Override
    public void drop() {
        ask(() -> execute("set lock_timeout = '5s'")); // a server may be reading the table
        ask(() -> execute("drop table if exists world, users"));
    }

    @Override
    public void close() {
        ask(() -> {
            connection.close();
            return null;
        });
    }

    private boolean exists(String table) throws SQLException {
        return row("select to_regclass('%s') is not null".formatted(table), row -> row.getBoolean(1));
    }

    private long copy(String table, int first, int last) throws SQLException {
        var rows = new ByteArrayInputStream(CopyFormat.of(first, last));
        try {
            return connection
                    .unwrap(PGConnection.class)
                    .getCopyAPI()
                    .copyIn("copy %s (id, randomnumber) from stdin (format binary)".formatted(table), rows);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean execute(String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            return statement.execute(sql);
        }
    }

    @FunctionalInterface
    private interface Reading<T> {
        T of(ResultSet row) throws SQLException;
    }

    /** The only row of a query's result. */
    private <T> T row(String sql, Reading<T> reading) throws SQLException {
        try (var statement = connection.createStatement();
                var result = statement.executeQuery(sql)) {
            result.next();
            return reading.of(result);
        }
    }

    @FunctionalInterface
    private interface Asking<T> {
        T ask() throws SQLException;
    }

    private static <T> T ask(Asking<T> asking) {
        try {
            return asking.ask();
        } catch (SQLException e) {
            var words =
                    String.join(" ", e.getMessage().lines().map(String::strip).toList());
            throw new StoreUnavailableException("the database reports: " + words, e);
        }
    }
}
