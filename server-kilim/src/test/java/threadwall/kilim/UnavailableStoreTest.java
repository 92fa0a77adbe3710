package threadwall.kilim;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import threadwall.kilim.connection.ConnectionLimits;
import threadwall.kilim.io.TransportKind;
import threadwall.server.RequestCounter;
import threadwall.store.FiberData;
import threadwall.store.Fortune;
import threadwall.store.NewUser;
import threadwall.store.PendingResult;
import threadwall.store.StoreUnavailableException;
import threadwall.store.User;
import threadwall.store.World;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // a blocked socket read ignores interrupts
class UnavailableStoreTest {
    private FiberServer server;

    /** Every request fails. */
    private static final class Down implements FiberData {
        private static <T> PendingResult<T> down() {
            var result = new PendingResult<T>();
            result.fail(new StoreUnavailableException("the store is down", null));
            return result;
        }

        @Override
        public PendingResult<List<Fortune>> fortunes() {
            return down();
        }

        @Override
        public PendingResult<Optional<World>> world(int id) {
            return down();
        }

        @Override
        public PendingResult<Integer> addUser(NewUser user) {
            return down();
        }

        @Override
        public PendingResult<Optional<User>> user(int id) {
            return down();
        }

        @Override
        public void close() {}
    }

    @BeforeEach
    void start() throws IOException {
        var health = new HealthReader(() -> new HealthReader.Health(null, "none"));
        server = FiberServer.bind("127.0.0.1", 0, 1, TransportKind.AUTO, ConnectionLimits.DEFAULT)
                .start(
                        new RouteTable(
                                new Down(), new RequestCounter(), new OperatorRoutes(health, () -> true, () -> "")),
                        health::close);
    }

    @AfterEach
    void stop() {
        server.stop();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/fortunes", "/db2", "/users/1"})
    void saysWhenToTryAgain(String path) throws IOException {
        try (var client = new RawClient(server.url())) {
            var reply =
                    client.send("GET " + path + " HTTP/1.1\r\nHost: x\r\n\r\n").reply();
            assertThat(reply.status()).isEqualTo(503);
            assertThat(reply.headers()).containsEntry("retry-after", "5");
            assertThat(reply.body()).isEqualTo("{\"error\":\"the store is down\"}");
        }
    }
}
