package threadwall.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import threadwall.store.BlockingData;
import threadwall.store.DataContract;
import threadwall.store.NewUser;
import threadwall.store.StoreUnavailableException;
import threadwall.store.TransactionException;
import threadwall.store.User;
import threadwall.store.World;

/** What all stores in PostgreSQL have in common, above all when the database goes away and comes back. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // PendingResult.get ignores interrupts
public abstract class PostgresContract extends DataContract {
    protected static final int CONNECTIONS = 3;
    private static final String DATABASE = "contract";
    private static final Duration LONGER_THAN_A_TEST = Duration.ofMinutes(5);

    /** Opens a store by the URL of the database "postgres". */
    protected abstract String server() throws Exception;

    /** @param patience how long a request may wait for its answer */
    protected abstract BlockingData open(String url, int connections, Duration patience) throws Exception;

    @Override
    protected BlockingData open() throws Exception {
        return open(url(), CONNECTIONS, Duration.ofSeconds(20));
    }

    @Override
    protected void put(World row) throws Exception {
        execute(url(), PostgresSchema.SCRIPT);
        execute(url(), "insert into world values (%d, %d)".formatted(row.id(), row.randomNumber()));
    }

    /** For the tests' own database. */
    protected final String url() throws Exception {
        return server().replace("/postgres?", "/" + DATABASE + "?");
    }

    /** Shared by all tests: recovering from a crash takes seconds. */
    @BeforeEach
    void emptyDatabase() throws Exception {
        try {
            execute(server(), "create database " + DATABASE);
        } catch (SQLException e) {
            assertThat(e.getMessage()).contains("already exists");
        }
        execute(url(), "drop table if exists fortune, world, users");
    }

    protected static void execute(String url, String sql) throws SQLException {
        try (var connection = DriverManager.getConnection(url);
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Requests for users wait until this is closed. */
    protected final Connection lockUsers() throws Exception {
        var connection = DriverManager.getConnection(url());
        connection.setAutoCommit(false);
        try (var statement = connection.createStatement()) {
            statement.execute("lock table users in access exclusive mode");
        }
        return connection;
    }

    /** Waits until there are that many connections to the database; closed ones may take a while to end. */
    protected final void awaitBackends(int count) throws Exception {
        while (backends().size() != count) {
            pause();
        }
    }

    /** PIDs of the clients' backends of the database, so without autovacuum's; the calling connection is in another one. */
    private List<Long> backends() throws Exception {
        var pids = new ArrayList<Long>();
        try (var connection = DriverManager.getConnection(server());
                var statement = connection.createStatement();
                var rows = statement.executeQuery("""
                        select pid from pg_stat_activity
                        where datname = '%s' and backend_type = 'client backend'""".formatted(DATABASE))) {
            while (rows.next()) {
                pids.add(rows.getLong(1));
            }
        }
        return pids;
    }

    @Test
    void hasAsManyConnectionsAsAskedFor() throws Exception {
        try (var data = open()) {
            awaitBackends(CONNECTIONS);
            assertThat(data.fortunes()).isNotEmpty();
            awaitBackends(CONNECTIONS);
        }
    }

    @Test
    void whoMayMakeNoTablesIsToldSo() throws Exception {
        execute(url(), "do 'begin create role poor login; exception when duplicate_object then end'");
        assertThatThrownBy(() -> open(url().replace("user=postgres", "user=poor"), 1, Duration.ofSeconds(20)))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageStartingWith("the database at jdbc:postgresql://")
                .hasMessageContaining(" does not allow creating tables: ERROR: permission denied for schema public")
                .hasMessageEndingWith("; give --postgres a user that may");
    }

    @Test
    void aDatabaseThatGoesWhileItsTablesAreMadeHasRefusedNothing() throws Exception {
        var opening = new FutureTask<>(() -> open(url(), 1, Duration.ofSeconds(20)));
        try (var others = DriverManager.getConnection(url());
                var lock = others.createStatement()) {
            lock.execute("select pg_advisory_lock(x'7468726561647761'::bigint)"); // as schema.sql does
            Thread.startVirtualThread(opening);
            var end = "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and not granted";
            while (!lock.executeQuery(end).next()) {
                pause();
            }
        }
        assertThatThrownBy(opening::get)
                .cause()
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageStartingWith("the database at jdbc:postgresql://")
                .hasMessageContaining(" failed while the server created its tables: ")
                .hasMessageEndingWith("; check the database, and start the server again");
    }

    @Test
    void isKnownByItsNameToWhoCountsConnections() throws Exception {
        long self = ProcessHandle.current().pid();
        try (var data = open();
                var stranger = DriverManager.getConnection(url());
                var counting = DriverManager.getConnection(server())) {
            awaitCount(counting, List.of(self), CONNECTIONS);
            awaitCount(counting, List.of(), CONNECTIONS + 1);
            assertThat(ConnectionsMain.count(counting, List.of(self + 1))).isZero();
        }
    }

    @Test
    void hasAQueryForEachQuestionAndNoneForItsStart() throws Exception {
        try (var counting = DriverManager.getConnection(url())) {
            long before = QueriesMain.count(counting, "world");
            put(new World(1, 7));
            try (var data = open()) {
                for (int i = 0; i < 5; i++) {
                    assertThat(data.fortunes()).hasSize(12);
                    assertThat(data.world(1)).isPresent();
                }
                assertThat(data.world(2)).isEmpty();
            }
            awaitBackends(1); // a connection publishes its counts when it ends
            assertThat(QueriesMain.count(counting, "fortune")).isEqualTo(before + 5);
            assertThat(QueriesMain.count(counting, "world")).isEqualTo(before + 6);
        }
    }

    private static void awaitCount(Connection counting, List<Long> servers, int count) throws Exception {
        while (ConnectionsMain.count(counting, servers) != count) {
            pause();
        }
    }

    @Test
    void aStatementThatIsRefusedLeavesTheStoreAsItWas() throws Exception {
        try (var data = open()) {
            execute(url(), "alter table users add check (age < 100)");
            awaitBackends(CONNECTIONS);
            var connections = backends();
            assertThatThrownBy(() -> data.addUser(new NewUser("too old", 100)))
                    .isInstanceOf(TransactionException.class)
                    .hasMessageContaining("users_age_check");
            int id = data.addUser(new NewUser("young", 99));
            assertThat(data.user(id)).contains(new User(id, "young", 99));
            assertThat(backends()).hasSameElementsAs(connections);
        }
    }

    /** With PostgreSQL's own error message, because a test cannot fill a disk without special permissions. */
    @Test
    void aFullDiskIsNoFaultOfWhoAsks() throws Exception {
        try (var data = open()) {
            execute(url(), """
                    create or replace function fill() returns trigger language plpgsql as $$ begin
                        raise 'could not extend file: No space left on device' using errcode = 'disk_full';
                    end $$;
                    create trigger full_disk before insert on users for each row execute function fill()""");
            assertThatThrownBy(() -> data.addUser(new NewUser("one too many", 1)))
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessageContaining("No space left on device");
            execute(url(), "drop trigger full_disk on users");
            assertThat(data.addUser(new NewUser("after", 1))).isPositive();
        }
    }

    /** Killing a backend with SIGKILL makes PostgreSQL end all others, recover from its log and continue. */
    @Test
    void isBackByItselfAfterACrashAndHasLostNobody() throws Exception {
        try (var data = open()) {
            int id = data.addUser(new NewUser("kept", 1));
            var all = backends().stream()
                    .map(ProcessHandle::of)
                    .flatMap(Optional::stream)
                    .toList();
            all.getFirst().destroyForcibly();
            for (var backend : all) {
                backend.onExit().get(); // until then the others may still answer
            }
            awaitFailure(data);
            awaitSuccess(data);
            assertThat(data.user(id)).contains(new User(id, "kept", 1));
            awaitBackends(CONNECTIONS);
        }
    }

    @Test
    void isBackByItselfWhenTheDatabaseCanBeReachedAgain() throws Exception {
        try (var gate = gate();
                var data = open(through(gate), CONNECTIONS, Duration.ofSeconds(1))) {
            gate.shut();
            for (int i = 0; i <= CONNECTIONS; i++) {
                assertThatThrownBy(() -> data.user(1))
                        .isInstanceOf(StoreUnavailableException.class)
                        .hasMessageContaining("the database cannot be used now");
            }
            gate.open();
            awaitSuccess(data);
            assertThat(data.addUser(new NewUser("after", 1))).isPositive();
        }
    }

    /** Including requests that wait for their turn: long patience is meant for a busy database, not for a lost one. */
    @Test
    void whoWaitsIsToldWhenTheDatabaseGoes() throws Exception {
        try (var gate = gate();
                var data = open(through(gate), CONNECTIONS, LONGER_THAN_A_TEST)) {
            List<FutureTask<Boolean>> waiting;
            try (var lock = lockUsers()) {
                waiting = Stream.generate(() -> new FutureTask<>(() -> answers(data)))
                        .limit(100L * CONNECTIONS)
                        .toList();
                var threads = waiting.stream().map(Thread::startVirtualThread).toList();
                while (!threads.stream().allMatch(PostgresContract::waits)) {
                    pause();
                }
                gate.shut();
                for (var one : waiting) {
                    assertThat(one.get()).isFalse();
                }
            }
            assertThat(answers(data)).isFalse();
            gate.open();
            awaitSuccess(data);
            awaitBackends(CONNECTIONS);
        }
    }

    private static boolean waits(Thread thread) {
        return thread.getState() == Thread.State.WAITING || thread.getState() == Thread.State.TIMED_WAITING;
    }

    @Test
    void aDatabaseThatHangsIsNotWaitedForLong() throws Exception {
        try (var gate = gate();
                var data = open(through(gate), CONNECTIONS, Duration.ofSeconds(1))) {
            gate.hold();
            for (int i = 0; i <= CONNECTIONS; i++) {
                assertThatThrownBy(() -> data.user(1)).isInstanceOf(StoreUnavailableException.class);
            }
            gate.release();
            awaitSuccess(data);
        }
    }

    protected final TestProxy gate() throws Exception {
        return TestProxy.to(URI.create(url().substring("jdbc:".length())).getPort());
    }

    protected final String through(TestProxy gate) throws Exception {
        return url().replaceFirst(":\\d+/", ":" + gate.port() + "/");
    }

    private static void awaitFailure(BlockingData data) throws InterruptedException {
        while (answers(data)) {
            pause();
        }
    }

    protected static void awaitSuccess(BlockingData data) throws InterruptedException {
        while (!answers(data)) {
            pause();
        }
    }

    /** Rethrows anything that is not an exception of the store. */
    private static boolean answers(BlockingData data) {
        try {
            data.user(1);
            return true;
        } catch (StoreUnavailableException e) {
            return false;
        }
    }

    private static void pause() throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(5);
    }
}
