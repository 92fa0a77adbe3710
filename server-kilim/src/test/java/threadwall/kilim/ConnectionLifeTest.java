package threadwall.kilim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;
import threadwall.kilim.connection.ConnectionLimits;
import threadwall.kilim.connection.ConnectionLimits.Timeouts;
import threadwall.kilim.http.HttpLimits;
import threadwall.kilim.io.Buffer;
import threadwall.kilim.io.TransportKind;
import threadwall.server.Await;
import threadwall.server.RequestCounter;
import threadwall.server.ServerLifecycle;
import threadwall.server.StoreKind;
import threadwall.store.embedded.EmbeddedData;

/** How connections end, and that nothing leaks. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // a blocked socket read ignores interrupts
@ParameterizedClass
@MethodSource("threadwall.kilim.io.Transports#all")
@Tag("slow")
class ConnectionLifeTest {
    @Parameter
    TransportKind transport;

    private static final String GET_JSON = "GET /json HTTP/1.1\r\nHost: x\r\n\r\n";
    private static final Duration LONG = Duration.ofMinutes(5);
    private static final Duration SHORT = Duration.ofMillis(50);

    /** Short, but long enough for a busy machine to send a request within it. */
    private static final Duration MEDIUM = Duration.ofMillis(700);

    /** The most that both kernels buffer in one direction: tcp_wmem and tcp_rmem allow 4 and 6 MB by default. */
    private static final long MOST_IN_KERNELS = 64L << 20;

    private static final Timeouts PATIENT = new Timeouts(LONG, LONG, LONG, LONG, SHORT);

    private final RequestCounter counter = new RequestCounter();
    private final PrintStream stderr = System.err;
    private final ByteArrayOutputStream spew = new ByteArrayOutputStream();
    private FiberServer server;

    @BeforeEach
    void catchSpew() {
        System.setErr(new PrintStream(spew, true));
    }

    @AfterEach
    void stop() {
        server.stop();
        System.setErr(stderr);
        assertThat(spew.toString()).isEmpty();
    }

    private URI start(Timeouts timeouts) throws IOException {
        return start(timeouts, 2, Integer.MAX_VALUE);
    }

    private URI start(Timeouts timeouts, int workers, int connections) throws IOException {
        var limits = new ConnectionLimits(
                HttpLimits.DEFAULT, connections, Long.MAX_VALUE, 64, timeouts, Duration.ZERO, ServerLifecycle.GRACE);
        server = FiberServer.bind("127.0.0.1", 0, workers, transport, limits)
                .start(StoreKind.EMBEDDED, EmbeddedData.temporary(), counter, null);
        return server.url();
    }

    private static String sleep(int millis) {
        return "GET /json2?time=" + millis + " HTTP/1.1\r\nHost: x\r\n\r\n";
    }

    @Test
    void clientsThatVanishInMidSleepLeaveNothing() throws IOException {
        var url = start(PATIENT);
        try (var client = new RawClient(url)) {
            client.send(GET_JSON).reply();
        }
        Await.until("the first client is gone", () -> server.connections() == 0);
        long before = Descriptors.ofThisProcess();
        int clients = 1_000;
        for (int round = 1; round <= 2; round++) {
            var vanishing = new ArrayList<RawClient>();
            for (int i = 0; i < clients; i++) {
                vanishing.add(new RawClient(url).send(sleep(600_000)));
            }
            long asked = 1L + (long) round * clients;
            Await.until("all requests have arrived", () -> counter.requests() == asked);
            for (var client : vanishing) {
                client.reset();
            }
            Await.until("all connections are closed", () -> server.connections() == 0);
            Await.until("their descriptors are back", () -> Descriptors.ofThisProcess() <= before);
        }
        assertThat(counter.handlerPeak())
                .as("those of the first round were counted out")
                .isLessThanOrEqualTo(clients);
    }

    /** Closed looks like shut down: the server learns of it when it sends the answer. */
    @Test
    void clientsThatCloseInMidSleepLeaveNothingBehindIt() throws IOException {
        var url = start(PATIENT);
        long begin = System.nanoTime();
        int sleep = 1_000;
        for (int i = 0; i < 20; i++) {
            try (var client = new RawClient(url)) {
                client.send(sleep(sleep));
            }
        }
        Await.until("all requests have arrived", () -> counter.requests() == 20);
        assertNobodyLeft();
        assertThat(System.nanoTime() - begin).as("not before").isGreaterThanOrEqualTo(sleep * 1_000_000L);
    }

    @Test
    void aClientThatHasSaidAllAndThenResetsIsGone() throws IOException {
        var url = start(PATIENT);
        assumeTrue(transport == TransportKind.EPOLL, "a selector does not tell of a reset behind the end");
        try (var client = new RawClient(url)) {
            client.send(sleep(600_000)).shutdownOutput();
            Await.until("the request has arrived", () -> counter.requests() == 1);
            client.reset();
            assertNobodyLeft();
        }
    }

    /** The request fills the server's buffer to the last byte, so what follows is in the kernel alone. */
    @Test
    void aClientWithUnreadInputReadsItsAnswerAndThenTheEnd() throws IOException {
        var url = start(new Timeouts(LONG, LONG, LONG, LONG, LONG));
        var head = "GET /json HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX: ";
        var request = head + "x".repeat(Buffer.SMALL - head.length() - 4) + "\r\n\r\n";
        for (int i = 0; i < 20; i++) {
            try (var client = new RawClient(url)) {
                assertThat(client.send(request + "x".repeat(200_000)).reply().status())
                        .isEqualTo(200);
                assertThat(client.isEnded()).isTrue();
            }
        }
        assertNobodyLeft();
    }

    @Test
    void theClientThatHasBeenIdleLongestMakesRoom() throws IOException {
        var url = start(PATIENT, 1, 3);
        try (var first = new RawClient(url);
                var second = new RawClient(url);
                var busy = new RawClient(url)) {
            first.send(GET_JSON).reply();
            second.send(GET_JSON).reply();
            busy.send(sleep(600_000));
            first.send(GET_JSON).reply();
            Await.until("all requests have arrived", () -> counter.requests() == 4);
            try (var third = new RawClient(url)) {
                assertThat(third.send(GET_JSON).reply().status()).isEqualTo(200);
                assertThat(second.isEnded()).isTrue();
                assertThat(first.send(GET_JSON).reply().status()).isEqualTo(200);
                assertThat(counter.requests()).as("the busy one is still there").isEqualTo(6);
                assertThat(server.connections()).isEqualTo(3);
            }
            busy.reset();
        }
        spew.reset(); // nobody had been idle for long when the third came
    }

    /** The kernel chooses the loop of a client, not the server. */
    @Test
    void aClientThatIsIdleInAnotherLoopMakesRoom() throws IOException {
        var url = start(PATIENT, 4, 2);
        var clients = new ArrayList<RawClient>();
        for (int i = 0; i < 6; i++) {
            var client = new RawClient(url);
            clients.add(client);
            assertThat(client.send(GET_JSON).reply().status()).isEqualTo(200);
        }
        for (var client : clients) {
            client.close();
        }
        server.stop(); // a loop may still complain of the limit
        spew.reset();
    }

    @Test
    void descriptorsGoAtOnceOnAQuietServer() throws IOException {
        var url = start(PATIENT);
        try (var client = new RawClient(url)) {
            client.send(GET_JSON).reply(); // loads the JDK's own descriptors
        }
        var clients = new ArrayList<RawClient>();
        Await.until("the first client is gone", () -> server.connections() == 0);
        long before = Descriptors.ofThisProcess();
        for (int i = 0; i < 50; i++) {
            clients.add(new RawClient(url));
            clients.get(i).send(GET_JSON).reply();
        }
        for (var client : clients) {
            client.close();
        }
        // no other event makes the selector process the closed channels
        Await.until("descriptors are back", () -> Descriptors.ofThisProcess() <= before);
    }

    @Test
    void anIdleConnectionIsEnded() throws IOException {
        var url = start(new Timeouts(MEDIUM, LONG, LONG, LONG, SHORT));
        try (var fresh = new RawClient(url);
                var used = new RawClient(url)) {
            used.send(GET_JSON).reply();
            assertThat(used.isEnded()).isTrue();
            assertThat(fresh.isEnded()).isTrue();
        }
        assertNobodyLeft();
    }

    @Test
    void aRequestThatIsNeverFinishedIsEnded() throws IOException {
        var url = start(new Timeouts(LONG, SHORT, SHORT, LONG, SHORT));
        try (var head = new RawClient(url);
                var body = new RawClient(url)) {
            head.send("GET /json HT");
            body.send("GET /json HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n123");
            for (var client : List.of(head, body)) {
                assertThat(client.reply().status()).isEqualTo(408);
                assertThat(client.isEnded()).isTrue();
            }
        }
        assertNobodyLeft();
    }

    @Test
    void dribblingGainsNoTime() throws IOException {
        var url = start(new Timeouts(LONG, SHORT, SHORT, LONG, SHORT));
        try (var client = new RawClient(url)) {
            client.send("GET /json HTTP/1.1\r\nX: ");
            assertThatThrownBy(() -> {
                        for (int i = 0; i < 10_000; i++) {
                            client.send("x");
                            Thread.sleep(
                                    5); // slower than the time-out for the whole request, faster than that for each
                            // byte
                        }
                    })
                    .isInstanceOf(IOException.class);
        }
        assertNobodyLeft();
    }

    /** Until the first byte of a request the connection is idle. */
    @Test
    void emptyLinesGainNoTime() throws Exception {
        var second = Duration.ofSeconds(1);
        var url = start(new Timeouts(second, second, LONG, LONG, SHORT));
        try (var idle = new RawClient(url);
                var sending = new RawClient(url)) {
            var lines = Thread.ofPlatform().start(() -> sendEmptyLines(sending));
            assertThat(idle.isEnded()).isTrue();
            try (var next = new RawClient(url)) {
                assertThat(next.isEnded()).isTrue();
            }
            assertThat(lines.isAlive()).as("after twice the time").isFalse();
        }
    }

    /** A byte every 20 ms, until the server does not take it. */
    private static void sendEmptyLines(RawClient client) {
        try {
            for (int i = 0; i < 1_000; i++) {
                client.send(i % 2 == 0 ? "\r" : "\n");
                Thread.sleep(20);
            }
        } catch (IOException | InterruptedException e) {
            // ended
        }
    }

    @Test
    void aClientThatTakesNoAnswersIsEnded() throws IOException {
        var url = start(new Timeouts(LONG, LONG, LONG, SHORT, SHORT));
        try (var client = new RawClient(url)) {
            var many = "GET /fortunes HTTP/1.1\r\nHost: x\r\n\r\n".repeat(1_000);
            assertThatThrownBy(() -> {
                        for (int i = 0; i < 10_000; i++) {
                            client.send(many);
                        }
                    })
                    .isInstanceOf(IOException.class);
        }
        assertNobodyLeft();
    }

    /**
     * The server stops reading from it as well: its requests stay in the kernels' buffers, and are answered once it
     * reads.
     */
    @Test
    void aClientThatTakesNoAnswersIsNotBufferedFor() throws IOException {
        var url = start(PATIENT);
        int answerBytes;
        try (var client = new RawClient(url)) {
            client.send(GET_JSON.replace("Host", "Connection: close\r\nHost"));
            answerBytes = client.allBytes().length - "\r\nConnection: close".length();
        }
        long answered = counter.requests();
        try (var client = SocketChannel.open()) {
            client.setOption(StandardSocketOptions.SO_RCVBUF, 4096);
            client.connect(new InetSocketAddress(url.getHost(), url.getPort()));
            client.configureBlocking(false);
            long asked = sendUntilStuck(client, GET_JSON.getBytes(StandardCharsets.US_ASCII));
            assertThat((counter.requests() - answered) * answerBytes)
                    .as("bytes of answers, which lie in the kernels' buffers but for one answer")
                    .isPositive()
                    .isLessThan(MOST_IN_KERNELS);
            client.configureBlocking(true);
            var answers = ByteBuffer.allocate(1 << 16);
            for (long left = asked * answerBytes; left > 0; ) {
                int read = client.read(answers.clear());
                assertThat(read)
                        .as("read, with " + left + " bytes of answers to come")
                        .isPositive();
                left -= read;
            }
        }
        assertNobodyLeft();
    }

    /** Returns the number of complete requests sent before the server accepted nothing for a second. */
    private static long sendUntilStuck(SocketChannel client, byte[] request) throws IOException {
        var many = ByteBuffer.allocate(request.length * 1_000);
        while (many.hasRemaining()) {
            many.put(request);
        }
        long sent = 0;
        many.flip();
        for (long progress = System.nanoTime(); System.nanoTime() - progress < 1_000_000_000L; ) {
            int written = client.write(many);
            if (written > 0) {
                progress = System.nanoTime();
                sent += written;
                assertThat(sent)
                        .as("bytes of requests taken of a client that does not read")
                        .isLessThan(MOST_IN_KERNELS);
            } else {
                Thread.onSpinWait();
            }
            if (!many.hasRemaining()) {
                many.rewind();
            }
        }
        return sent / request.length;
    }

    @Test
    void aClientThatStaysAfterARefusalIsEnded() throws IOException {
        var url = start(PATIENT);
        try (var client = new RawClient(url)) {
            assertThat(client.send("nonsense\r\n").reply().status()).isEqualTo(400);
            assertThat(client.isEnded()).isTrue();
            assertNobodyLeft();
        }
    }

    @Test
    void aSleepIsNoIdling() throws IOException {
        var url = start(new Timeouts(MEDIUM, MEDIUM, MEDIUM, MEDIUM, SHORT));
        try (var client = new RawClient(url)) {
            assertThat(client.send(sleep(1_500)).reply().body()).isEqualTo("{\"message\":\"Hello, World! 1500\"}");
        }
    }

    @Test
    void stopFinishesRequestsInFlightAndEndsIdleConnections() throws Exception {
        var url = start(PATIENT);
        try (var idle = new RawClient(url);
                var used = new RawClient(url);
                var sleeping = new RawClient(url)) {
            used.send(GET_JSON).reply();
            sleeping.send(sleep(300));
            Await.until("the request has arrived", () -> counter.requests() == 2);
            var stopping = Thread.ofPlatform().start(server::stop);
            assertThat(idle.isEnded()).isTrue();
            assertThat(used.isEnded()).isTrue();
            var reply = sleeping.reply();
            assertThat(reply.body()).isEqualTo("{\"message\":\"Hello, World! 300\"}");
            assertThat(reply.headers()).containsEntry("connection", "close");
            assertThat(sleeping.isEnded()).isTrue();
            stopping.join();
        }
        assertThatThrownBy(() -> new RawClient(url)).isInstanceOf(ConnectException.class);
    }

    /**
     * The client connected before the stop and cannot know of it. A client that reuses a connection has to expect its
     * end.
     */
    @Test
    void stopAwaitsTheFirstRequestOfANewClient() throws Exception {
        var url = start(PATIENT);
        try (var fresh = new RawClient(url);
                var used = new RawClient(url)) {
            used.send(GET_JSON).reply();
            Await.until("both are there", () -> server.connections() == 2);
            var stopping = Thread.ofPlatform().start(server::stop);
            assertThat(used.isEnded()).as("so the stop has begun").isTrue();
            var reply = fresh.send(GET_JSON).reply();
            assertThat(reply.status()).isEqualTo(200);
            // perhaps without "Connection: close": its loop may learn of the stop a moment later than the other
            assertThat(fresh.isEnded()).isTrue();
            stopping.join();
        }
    }

    @Test
    void stopFreesAllDescriptors() throws IOException {
        start(PATIENT);
        server.stop();
        long before = Descriptors.ofThisProcess();
        for (int i = 0; i < 3; i++) {
            var url = start(PATIENT);
            var clients = List.of(new RawClient(url), new RawClient(url).send(GET_JSON));
            clients.getLast().reply();
            server.stop();
            for (var client : clients) {
                client.close();
            }
        }
        Await.until("descriptors are back", () -> Descriptors.ofThisProcess() <= before);
    }

    private void assertNobodyLeft() {
        Await.until("no connection is left", () -> server.connections() == 0);
    }
}
