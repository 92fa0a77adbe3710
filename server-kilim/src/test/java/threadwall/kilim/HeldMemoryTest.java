package threadwall.kilim;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import kilim.Mailbox;
import kilim.Pausable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;
import threadwall.kilim.connection.ConnectionLimits;
import threadwall.kilim.connection.ConnectionLimits.Timeouts;
import threadwall.kilim.connection.Route;
import threadwall.kilim.http.HttpLimits;
import threadwall.kilim.http.Request;
import threadwall.kilim.http.Response;
import threadwall.kilim.io.Buffer;
import threadwall.kilim.io.TransportKind;
import threadwall.server.Await;
import threadwall.server.RequestCounter;
import threadwall.server.ServerLifecycle;
import threadwall.server.StoreKind;
import threadwall.store.embedded.EmbeddedData;

/** What clients can make the server keep. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // a blocked socket read ignores interrupts
@ParameterizedClass
@MethodSource("threadwall.kilim.io.Transports#all")
@Tag("slow")
class HeldMemoryTest {
    @Parameter
    TransportKind transport;

    private static final String BODY = "x".repeat(HttpLimits.DEFAULT.bodyBytes());
    private static final String POST_USER = "POST /users HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n";

    private final RequestCounter counter = new RequestCounter();
    private final AtomicInteger waiting = new AtomicInteger();
    private final List<RawClient> clients = new ArrayList<>();
    private FiberServer server;

    @AfterEach
    void everythingIsGivenBack() throws IOException {
        for (var client : clients) {
            client.reset();
        }
        Await.until("no connection is left", () -> server.connections() == 0);
        // a connection that ends is counted out before it has given everything back
        Await.until("nothing is held", () -> server.heldBytes() == 0);
        server.stop();
    }

    private static ConnectionLimits limits(long memory) {
        return new ConnectionLimits(
                HttpLimits.DEFAULT,
                Integer.MAX_VALUE,
                memory,
                64,
                Timeouts.DEFAULT,
                Duration.ZERO,
                ServerLifecycle.GRACE);
    }

    private void start(long memory) throws IOException {
        server = FiberServer.bind("127.0.0.1", 0, 1, transport, limits(memory))
                .start(StoreKind.EMBEDDED, EmbeddedData.temporary(), counter, null);
        connect().send("GET /json HTTP/1.1\r\nHost: x\r\n\r\n").reply();
    }

    private void start(Route route, long memory) throws IOException {
        server = FiberServer.bind("127.0.0.1", 0, 1, transport, limits(memory)).start(route, () -> {});
    }

    private RawClient connect() throws IOException {
        var client = new RawClient(server.url());
        clients.add(client);
        return client;
    }

    private static String withBody(String head, String body) {
        return head + "Content-Length: " + body.length() + "\r\n\r\n" + body;
    }

    @Test
    void bodiesThatNobodyReadsAreNotKept() throws IOException {
        start(Long.MAX_VALUE);
        var request = withBody("GET /json2?time=600000 HTTP/1.1\r\nHost: x\r\n", BODY);
        long before = HeapHistogram.byteArrays();
        for (int i = 0; i < 2_000; i++) {
            connect().send(request);
        }
        Await.until("all requests have arrived", () -> counter.requests() == 2_001);
        // the pool of buffers shrinks with the next sweeps
        Await.until("their bodies are gone", () -> HeapHistogram.byteArrays() - before < 5_000_000);
    }

    /** With a head that made the buffer grow, and the first byte of the next request. */
    @Test
    void largeHeadsAreNotKept() throws IOException {
        start(Long.MAX_VALUE);
        var head = "GET /json2?time=600000&" + "q".repeat(7_000) + " HTTP/1.1\r\nHost: x\r\nX: " + "x".repeat(8_000);
        var request = withBody(head + "\r\n", BODY) + "G";
        int count = 200;
        long before = HeapHistogram.byteArrays();
        for (int i = 0; i < count; i++) {
            connect().send(request);
        }
        Await.until("all requests have arrived", () -> counter.requests() == count + 1);
        Await.until("so has the byte behind each", () -> server.heldBytes() == (long) count * Buffer.SMALL);
        awaitLittleMore(count, before);
    }

    /** Other byte arrays, such as those of the JVM's own work meanwhile, come and go. */
    private static void awaitLittleMore(int requests, long before) {
        Await.until(
                "no more is kept for each request than a small buffer",
                () -> HeapHistogram.byteArrays() - before < requests * (Buffer.SMALL + 1_024L));
    }

    private Response keepsNothing(Request request) throws Pausable {
        if (!request.posts()) {
            return Response.ok("the server's own, at its start");
        }
        int length = request.body().length;
        waiting.incrementAndGet();
        return Response.ok(length + new Mailbox<String>().get());
    }

    @Test
    void aBodyIsDroppedOnceItsRouteIsDoneWithIt() throws IOException {
        start(this::keepsNothing, Long.MAX_VALUE);
        int count = 200;
        long before = HeapHistogram.byteArrays();
        for (int i = 0; i < count; i++) {
            connect().send(withBody("POST / HTTP/1.1\r\nHost: x\r\n", BODY));
        }
        Await.until("all requests have arrived", () -> waiting.get() == count);
        awaitLittleMore(count, before); // a pooled buffer for each
    }

    @Test
    void aRequestThatNeedsMoreThanIsLeftGets503() throws IOException {
        start(250_000);
        var half = withBody(POST_USER, BODY).substring(0, POST_USER.length() + 60_000);
        while (server.heldBytes() < 200_000) {
            long held = server.heldBytes();
            connect().send(half);
            Await.until("it is held", () -> server.heldBytes() >= held + 60_000);
        }
        long held = server.heldBytes();
        var refused = connect().send(half);
        var reply = refused.reply();
        assertThat(reply.status()).isEqualTo(503);
        assertThat(reply.headers()).containsEntry("retry-after", "5");
        assertThat(refused.isEnded()).isTrue();
        Await.until("only the others' bytes are held", () -> server.heldBytes() == held);
        var small = "{\"name\":\"Ann\",\"age\":7}";
        assertThat(connect().send(withBody(POST_USER, small)).reply().status())
                .as("nothing is held for a request that arrives at once")
                .isEqualTo(201);
        for (var client : clients) {
            client.reset();
        }
        clients.clear();
        Await.until("the others are gone", () -> server.heldBytes() == 0);
        connect().send(half);
        Await.until("the next is held", () -> server.heldBytes() > 60_000);
    }

    @Test
    void aResponseThatIsNotReadAndNeedsMoreThanIsLeftEndsItsConnection() throws IOException {
        int size = 48 << 20; // the kernels of both ends may take 36 MiB: tcp_rmem, tcp_wmem
        Route large = request -> {
            waiting.incrementAndGet();
            return Response.ok("x".repeat(size));
        };
        start(large, 1 << 20);
        var client = connect().send("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
        Await.until("the request has arrived", () -> waiting.get() > 0);
        Await.until("its response is given up", () -> server.connections() == 0);
        assertThat(client.reply().body().length())
                .as("what the kernels had taken")
                .isLessThan(size);
    }
}
