package threadwall.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import javax.sql.DataSource;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.ds.PGSimpleDataSource;
import threadwall.store.Fortune;
import threadwall.store.StoreUnavailableException;
import threadwall.store.embedded.Fortunes;

/** Schema and pool on a real PostgreSQL. */
@Tag("slow")
class PostgresTest {
    private static final int CONNECTIONS = 20;
    private static PostgresProcess postgres;

    @BeforeAll
    static void start() throws Exception {
        postgres = TestPostgres.process(CONNECTIONS);
    }

    @AfterAll
    static void stop() throws Exception {
        postgres.stop();
    }

    /** As when an outgoing connection gets the free port while the data are made. */
    @Test
    void aPortThatWasTakenIsReplaced() throws Exception {
        try (var connection = new Socket()) {
            connection.bind(new InetSocketAddress("127.0.0.1", 0));
            var ports = List.of(connection.getLocalPort(), 0).iterator();
            PostgresProcess.start(DataFolder.temporary(), ports::next, CONNECTIONS, null)
                    .stop();
            assertThat(ports).isExhausted();
        }
    }

    @Test
    void serversThatStartAtOnceMakeOneTable() throws Exception {
        var database = emptyDatabase("shards");
        int servers = 8;
        var together = new CyclicBarrier(servers);
        try (var threads = Executors.newFixedThreadPool(servers)) {
            var starts = threads.invokeAll(Collections.nCopies(servers, () -> {
                together.await();
                PostgresSchema.ensure(database);
                return null;
            }));
            for (var start : starts) {
                start.get(); // rethrows the failure of ensure
            }
        }
        assertThat(fortunes(database)).isEqualTo(Fortunes.INITIAL);
    }

    @Test
    void aTableOfSomebodysIsLeftAsItIs() throws Exception {
        var database = emptyDatabase("kept");
        PostgresSchema.ensure(database);
        execute(database, "update fortune set message = 'mine' where id = 1");
        execute(database, "delete from fortune where id = 2");
        PostgresSchema.ensure(database);
        assertThat(fortunes(database))
                .hasSize(Fortunes.INITIAL.size() - 1)
                .startsWith(new Fortune(1, "mine"), Fortunes.INITIAL.get(2));
    }

    @Test
    void anEmptyTableIsFilled() throws Exception {
        var database = emptyDatabase("empty");
        execute(database, "create table fortune (id int primary key, message text not null)");
        PostgresSchema.ensure(database);
        assertThat(fortunes(database)).isEqualTo(Fortunes.INITIAL);
    }

    @Test
    @Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // a busy loop ignores interrupts
    void queriesOfATableWithoutAnIndexAreCountedAsWell() throws Exception {
        var database = emptyDatabase("bare");
        execute(database, "create table fortune (id int, message text)");
        try (var counting = database.getConnection()) {
            long before = QueriesMain.count(counting, "fortune");
            fortunes(database);
            while (QueriesMain.count(counting, "fortune") == before) {
                Thread.onSpinWait(); // its connection is closed, and may take a while to end
            }
            assertThat(QueriesMain.count(counting, "fortune")).isEqualTo(before + 1);
        }
    }

    @Test
    void thePoolHasItsConnectionsAtOnce() throws Exception {
        try (var pool = PostgresPool.open(url("postgres"), 7)) {
            assertThat(pool.getHikariPoolMXBean().getTotalConnections()).isEqualTo(7);
            assertThat(pool.getMaximumPoolSize()).isEqualTo(7);
        }
    }

    @Test
    @Timeout(60)
    void moreThanMayWaitForTheirTurnAreRefusedAtOnce() throws Exception {
        try (var pool = PostgresPool.open(url("postgres"), 1, Duration.ofMinutes(5), 1)) {
            var go = new CountDownLatch(1);
            var first = new FutureTask<>(() -> pool.inTurn(() -> await(go)));
            var second = new FutureTask<>(() -> pool.inTurn(() -> "second"));
            awaitWaiting(Thread.startVirtualThread(first));
            awaitWaiting(Thread.startVirtualThread(second));
            assertThatThrownBy(() -> pool.inTurn(() -> "third"))
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessageContaining("1 requests are waiting for it");
            go.countDown();
            assertThat(first.get()).isEqualTo("first");
            assertThat(second.get()).isEqualTo("second");
            assertThat(pool.inTurn(() -> "fourth")).isEqualTo("fourth");
        }
    }

    private static String await(CountDownLatch go) {
        try {
            go.await();
            return "first";
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void awaitWaiting(Thread thread) {
        while (thread.getState() != Thread.State.WAITING && thread.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
    }

    @Test
    void moreConnectionsThanTheDatabaseGivesAreRefused() {
        assertThatThrownBy(() -> PostgresPool.open(url("postgres"), CONNECTIONS + 1))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("asked for 21 connections")
                .hasMessageContaining("max_connections");
    }

    @Test
    void aSilentDatabaseIsNamedAndItsPasswordIsNot() throws Exception {
        // it accepts connections into its backlog and never sends a byte
        try (var silent = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"))) {
            var url = "jdbc:postgresql://127.0.0.1:" + silent.getLocalPort() + "/x?user=u&password=secret";
            assertThatThrownBy(() -> PostgresPool.open(url, 1))
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessageStartingWith("the database at jdbc:postgresql://127.0.0.1:" + silent.getLocalPort())
                    .hasMessageNotContaining("secret");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:postgresql://u:secret@127.0.0.1:1/x",
                "jdbc:postgresql://u:se/secret@127.0.0.1/x?user=u",
                "jdbc:postgresql://127.0.0.1:port/x?user=u&password=secret",
                "jdbc:postgresql://127.0.0.1:99999/x?user=u&password=secret",
                "jdbc:mysql://127.0.0.1/x?user=u&password=secret"
            })
    void aUrlThatCannotBeReadIsRefusedWithoutItsPassword(String url) {
        for (ThrowingCallable use :
                List.<ThrowingCallable>of(() -> PostgresPool.open(url, 1), () -> PostgresConnection.check(url))) {
            assertThatThrownBy(use)
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasNoCause()
                    .hasMessageContaining("is not of the form jdbc:postgresql://HOST:PORT/DATABASE?user=NAME")
                    .hasMessageNotContaining("secret");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:postgresql://127.0.0.1:5432/postgres?user=postgres",
                "jdbc:postgresql://localhost/x?user=me@work&password=a/b?c",
                "jdbc:postgresql://[::1]:5432/x",
                "jdbc:postgresql://one:1,two:2/x",
                "jdbc:postgresql:///x"
            })
    void formsThatTheDriverReadsAreTaken(String url) {
        assertThatNoException().isThrownBy(() -> PostgresUrl.require(url));
    }

    private static String url(String database) {
        return postgres.url().replace("/postgres?", "/" + database + "?");
    }

    private static DataSource emptyDatabase(String name) throws SQLException {
        execute(source(url("postgres")), "create database " + name);
        return source(url(name));
    }

    private static DataSource source(String url) {
        var source = new PGSimpleDataSource();
        source.setUrl(url);
        return source;
    }

    private static void execute(DataSource database, String sql) throws SQLException {
        try (var connection = database.getConnection();
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static List<Fortune> fortunes(DataSource database) throws SQLException {
        var rows = new ArrayList<Fortune>();
        try (var connection = database.getConnection();
                var statement = connection.createStatement();
                var result = statement.executeQuery("select id, message from fortune order by id")) {
            while (result.next()) {
                rows.add(new Fortune(result.getInt(1), result.getString(2)));
            }
        }
        return rows;
    }
}
