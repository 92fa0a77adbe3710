package threadwall.kilim;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import threadwall.kilim.connection.ConnectionLimits;
import threadwall.kilim.io.TransportKind;
import threadwall.server.Await;
import threadwall.server.RequestCounter;
import threadwall.server.StoreKind;
import threadwall.store.embedded.EmbeddedData;

/** Beside clients that send more than the server can answer, others have their turn. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // a blocked socket read ignores interrupts
@ParameterizedClass
@MethodSource("threadwall.kilim.io.Transports#all")
@Tag("slow")
class FairnessTest {
    @Parameter
    TransportKind transport;

    private static final int CROWD = 1_000;
    private static final int REQUESTS = 120;
    private static final String GET_JSON = get("/json");

    private FiberServer server;

    @BeforeEach
    void start() throws IOException {
        server = FiberServer.bind("127.0.0.1", 0, 1, transport, ConnectionLimits.DEFAULT)
                .start(StoreKind.EMBEDDED, EmbeddedData.temporary(), new RequestCounter(), null);
    }

    @AfterEach
    void stop() {
        server.stop();
    }

    private static String get(String path) {
        return "GET " + path + " HTTP/1.1\r\nHost: x\r\n\r\n";
    }

    /** One route waits for the store, whose thread hands its results over as fast as the loop takes them. */
    @ParameterizedTest
    @ValueSource(strings = {"/users/1", "/json"})
    void aHealthyClientWaitsAFractionOfTheCrowdsTime(String path) throws IOException {
        try (var crowd = new PipeliningCrowd(server.url(), CROWD);
                var healthy = new RawClient(server.url())) {
            Await.until("all are accepted", () -> server.connections() == CROWD + 1);
            healthy.send(GET_JSON).reply();
            long begin = System.nanoTime();
            crowd.send(get(path).repeat(REQUESTS - 1) + get(path).replace("Host", "Connection: close\r\nHost"));
            var served = CompletableFuture.runAsync(() -> {
                try {
                    crowd.readAll();
                } catch (IOException e) {
                    throw new CompletionException(e);
                }
            });
            long longest = 0;
            int answers = 0;
            while (!served.isDone()) {
                long sent = System.nanoTime();
                healthy.send(GET_JSON).reply();
                longest = Math.max(longest, System.nanoTime() - sent);
                answers++;
            }
            served.join();
            long all = System.nanoTime() - begin;
            assertThat(longest)
                    .as("the longest wait of %,d us", longest / 1_000)
                    .isLessThan(all / 2); // another process may take a processor for a while
            assertThat(answers).isGreaterThan(20);
        }
    }
}
