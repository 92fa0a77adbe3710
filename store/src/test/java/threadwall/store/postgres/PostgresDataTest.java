package threadwall.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.pgclient.PgConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import kilim.Pausable;
import kilim.Scheduler;
import kilim.Task;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import threadwall.store.BlockingAdapter;
import threadwall.store.BlockingData;
import threadwall.store.FiberData;
import threadwall.store.NewUser;
import threadwall.store.PendingResult;
import threadwall.store.StoreUnavailableException;
import threadwall.store.User;

/** PostgreSQL used by fibers. */
@Tag("slow")
class PostgresDataTest extends PostgresContract {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private static PostgresProcess postgres;

    private final Scheduler oneThread = Scheduler.make(1);

    @AfterEach
    void endScheduler() {
        oneThread.shutdown();
    }

    @BeforeAll
    static void start() throws Exception {
        postgres = TestPostgres.process(50);
    }

    @AfterAll
    static void stop() throws Exception {
        postgres.stop();
    }

    @Override
    protected String server() {
        return postgres.url();
    }

    @Override
    protected BlockingData open(String url, int connections, Duration patience) {
        return new BlockingAdapter(PostgresData.open(url, connections, patience, FiberData.MOST_WAITING));
    }

    @Test
    void parkedFibersLeaveTheThreadToOthers() throws Exception {
        try (var data = PostgresData.open(url(), 2)) {
            int id = new BlockingAdapter(data).addUser(new NewUser("waited for", 1));
            List<Task<Optional<User>>> parked;
            try (var lock = lockUsers()) {
                parked = IntStream.range(0, 1_000)
                        .mapToObj(i -> fiber(() -> data.user(id).await()))
                        .toList();
                // while all of them wait for the table, their only thread runs another fiber
                assertThat(joined(fiber(() -> {
                            Task.sleep(1);
                            return "ran";
                        })))
                        .isEqualTo("ran");
                assertThat(parked).noneMatch(Task::isDone);
                awaitBackends(2 + 1); // plus the one that holds the lock
            }
            assertThat(parked)
                    .allSatisfy(
                            fiber -> assertThat(joined(fiber)).isEqualTo(Optional.of(new User(id, "waited for", 1))));
        }
    }

    @Test
    void moreThanMayWaitAreRefusedAtOnce() throws Exception {
        try (var data = PostgresData.open(url(), 2, PATIENCE, 3)) {
            var waiting = new ArrayList<PendingResult<Optional<User>>>();
            try (var lock = lockUsers()) {
                for (int i = 0; i < 3; i++) {
                    waiting.add(data.user(1));
                }
                assertThatThrownBy(data.user(1)::get)
                        .isInstanceOf(StoreUnavailableException.class)
                        .hasMessageContaining("3 requests are waiting for it");
            }
            assertThat(waiting).allSatisfy(answer -> assertThat(answer.get()).isEmpty());
            assertThat(data.user(1).get()).isEmpty();
        }
    }

    @Test
    void closingWaitsForWhatWasAsked() throws Exception {
        var data = PostgresData.open(url(), 1);
        var ids = IntStream.range(0, 100)
                .mapToObj(i -> data.addUser(new NewUser("last", i)))
                .toList();
        data.close();
        assertThat(ids.stream().map(PendingResult::get)).doesNotHaveDuplicates().hasSize(100);
    }

    /** Like a proxy whose database is gone: TCP connects, and nothing more happens. */
    @Test
    void aLoginThatNobodyAnswersIsGivenUpAndTriedAgain() throws Exception {
        try (var gate = gate();
                var data = open(through(gate), 1, Duration.ofSeconds(1))) {
            gate.silence();
            gate.awaitLeftInSilence();
            gate.open();
            awaitSuccess(data);
        }
    }

    /** Its close handler is set too late to be called. */
    @Test
    void aConnectionThatWasClosedBeforeItsFirstQueryIsReplaced() throws Exception {
        var connected = new AtomicInteger();
        UnaryOperator<Future<PgConnection>> closeTheSecond = connecting ->
                connected.getAndIncrement() == 1 ? connecting.compose(PostgresDataTest::closed) : connecting;
        var connections =
                PipelinedConnections.open(url(), CONNECTIONS, PATIENCE, FiberData.MOST_WAITING, closeTheSecond);
        try (var data = new PostgresData(connections)) {
            int refused = 0;
            for (int answered = 0; answered < 2 * CONNECTIONS; ) {
                try {
                    data.fortunes().get();
                    answered++;
                } catch (StoreUnavailableException e) {
                    answered = 0;
                    refused++;
                }
                assertThat(refused).isLessThan(CONNECTIONS);
            }
            awaitBackends(CONNECTIONS);
        }
    }

    private static Future<PgConnection> closed(PgConnection connection) {
        var closed = Promise.<PgConnection>promise();
        connection.closeHandler(end -> closed.complete(connection));
        connection.close();
        return closed.future();
    }

    @Test
    void aProcessWhoseConnectionsHaveLostTheirThreadEnds() throws Exception {
        var java = ProcessHandle.current().info().command().orElseThrow();
        var process = new ProcessBuilder(
                        java, "-cp", System.getProperty("java.class.path"), EndedEventLoop.class.getName(), url())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (var stderr = process.errorReader()) {
            assertThat(stderr.lines().filter(line -> line.startsWith("store: ")))
                    .last()
                    .asString()
                    .contains(
                            "the thread of the connections has ended, for the reason logged above; start the server again");
            assertThat(process.waitFor()).isEqualTo(1);
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void aPasswordIsSentAsTheDatabaseWantsIt() throws Exception {
        execute(url(), "create role app login password 'right'");
        execute(url(), "grant create on schema public to app");
        demandPasswordOf("app");
        var app = url().replace("user=postgres", "user=app&password=");
        try (var data = PostgresData.open(app + "right", 1)) {
            assertThat(data.fortunes().get()).isNotEmpty();
        }
        assertThatThrownBy(() -> PostgresData.open(app + "wrong", 1))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("password authentication failed for user \"app\"");
    }

    @Test
    void moreConnectionsThanTheDatabaseGivesAreRefused() {
        assertThatThrownBy(() -> PostgresData.open(url(), 51))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("asked for 51 connections")
                .hasMessageContaining("max_connections");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            jdbc:postgresql://127.0.0.1:1/x?user=u&sslmode=require&password=secret | has sslmode, which
            jdbc:postgresql://one:1,two:2/x?user=u                                 | has several hosts, which
            jdbc:postgresql://u:secret@127.0.0.1/x                                 | is not of the form
            """)
    void aUrlThatAsksForMoreThanItWouldGetIsRefused(String url, String reason) {
        assertThatThrownBy(() -> PostgresData.open(url, 1))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining(reason)
                .hasMessageNotContaining("secret");
    }

    @ParameterizedTest
    @CsvSource({
        "jdbc:postgresql://127.0.0.1:5433/data?user=me&password=s%26%2B, 127.0.0.1, 5433, data, me, s&+",
        "jdbc:postgresql://[::1]/data?user=me, ::1, 5432, data, me, ''",
        "jdbc:postgresql://localhost/?user=me, localhost, 5432, me, me, ''"
    })
    void readsUrlsAsJdbcDoes(String url, String host, int port, String database, String user, String password) {
        var options = FiberUrl.options(url);
        assertThat(options.getHost()).isEqualTo(host);
        assertThat(options.getPort()).isEqualTo(port);
        assertThat(options.getDatabase()).isEqualTo(database);
        assertThat(options.getUser()).isEqualTo(user);
        assertThat(options.getPassword()).isEqualTo(password);
    }

    /** All other clients are trusted. */
    private void demandPasswordOf(String role) throws Exception {
        try (var connection = DriverManager.getConnection(url());
                var statement = connection.createStatement();
                var rows = statement.executeQuery("show hba_file")) {
            rows.next();
            var file = Path.of(rows.getString(1));
            Files.writeString(file, "host all " + role + " all scram-sha-256\n" + Files.readString(file));
        }
        execute(url(), "select pg_reload_conf()");
    }

    private <T> Task<T> fiber(Pausable.Spawn<T> body) {
        return new Task.Spawn<>(body).setScheduler(oneThread).start();
    }

    private static <T> Object joined(Task<T> fiber) {
        return fiber.joinb().result;
    }
}
