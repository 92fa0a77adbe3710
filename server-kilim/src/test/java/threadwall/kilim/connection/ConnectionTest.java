package threadwall.kilim.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import kilim.Mailbox;
import kilim.Pausable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import threadwall.kilim.connection.ConnectionLimits.Timeouts;
import threadwall.kilim.http.HttpLimits;
import threadwall.kilim.http.Request;
import threadwall.kilim.http.Response;
import threadwall.kilim.io.Buffer;
import threadwall.kilim.io.NioTransport;
import threadwall.kilim.io.StreamSocket;
import threadwall.kilim.io.Transport.ReadinessHandler;
import threadwall.kilim.loop.EventLoop;

/** A connection's states, seen from its socket. An assertion in Connection checks each transition against the table. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ConnectionTest {
    private static final String GET = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
    private static final String LAST = GET.replace("Host", "Connection: close\r\nHost");
    private static final String WAITING = GET.replace("/ ", "/wait ");
    private static final String LARGE = "large".repeat(Buffer.SMALL);
    private static final int UNLIMITED = Integer.MAX_VALUE;

    private final SharedState shared = new SharedState(10, Long.MAX_VALUE, null);
    private final Mailbox<String> mail = new Mailbox<>();
    private final Scripted socket = new Scripted();
    private EventLoop loop;
    private ConnectionRegistry registry;
    private Connection connection;

    @BeforeEach
    void start() throws IOException {
        var hour = Duration.ofHours(1);
        var limits = new ConnectionLimits(
                HttpLimits.DEFAULT, 10, Long.MAX_VALUE, 2, new Timeouts(hour, hour, hour, hour, hour), hour, hour);
        loop = new EventLoop("tested", new NioTransport(), 10);
        registry = new ConnectionRegistry(loop, this::answer, limits, shared);
        loop.start(() -> true);
        onLoop(() -> {
            shared.open().enter();
            connection = registry.add(socket);
        });
    }

    private Response answer(Request request) throws Pausable {
        return switch (request.path()) {
            case "/wait" -> Response.ok(mail.get());
            case "/large" -> Response.ok(LARGE);
            default -> Response.ok("x");
        };
    }

    @AfterEach
    void end() throws InterruptedException {
        onLoop(registry::closeAll);
        loop.end();
        assertThat(socket.closed).isTrue();
        assertThat(shared.open().count()).isZero();
        assertThat(shared.memory().bytes()).isZero();
    }

    /** A client that sends given bytes, a given number at a time, and reads a given number of bytes. */
    private static final class Scripted implements StreamSocket {
        private final ByteArrayOutputStream received = new ByteArrayOutputStream();
        private final List<Integer> interests = new ArrayList<>();
        private String toSend = "";
        private int sends = UNLIMITED;
        private int takes = UNLIMITED;

        /** Once all is sent. */
        private boolean ended;

        private boolean outputEnded;
        private boolean closed;
        private int writes;

        /** Of the last write: whether the kernel may keep the bytes until the end follows. */
        private boolean keptForTheEnd;

        /** What the client sends once our output has ended. */
        private String sentAtTheEnd = "";

        @Override
        public void register(ReadinessHandler handler) {}

        @Override
        public void await(int interest) {
            interests.add(interest);
        }

        @Override
        public int read(Buffer into) {
            if (toSend.isEmpty() && ended) {
                return ENDED;
            }
            int count = Math.min(into.room(), Math.min(sends, toSend.length()));
            into.put(toSend.substring(0, count).getBytes(StandardCharsets.US_ASCII));
            toSend = toSend.substring(count);
            return count;
        }

        @Override
        public int write(Buffer from, boolean last) {
            writes++;
            keptForTheEnd = last;
            if (takes == GONE) {
                return GONE;
            }
            int count = Math.min(from.length(), takes);
            received.write(from.array(), from.start(), count);
            from.use(count);
            takes -= takes == UNLIMITED ? 0 : count;
            return count;
        }

        @Override
        public String peer() {
            return "a test";
        }

        @Override
        public void endOutput() {
            outputEnded = true;
            toSend += sentAtTheEnd;
        }

        @Override
        public void close() {
            closed = true;
        }

        int count(String text) {
            return (int) Pattern.compile(Pattern.quote(text))
                    .matcher(received.toString(StandardCharsets.US_ASCII))
                    .results()
                    .count();
        }
    }

    private void onLoop(Runnable work) {
        CompletableFuture.runAsync(work, loop::execute).join();
    }

    private void send(String bytes) {
        onLoop(() -> {
            socket.toSend += bytes;
            connection.ready(ReadinessHandler.READ);
        });
    }

    /** The client begins to read. */
    private void readAll() {
        onLoop(() -> {
            socket.takes = UNLIMITED;
            connection.ready(ReadinessHandler.WRITE);
        });
    }

    private void awaitAnswers(int count) {
        while (socket.count("HTTP/1.1 200") < count) {
            onLoop(() -> {});
        }
    }

    @Test
    void keepAliveRequestsNeverChangeTheEventsThatTheSocketIsWatchedFor() {
        for (int i = 1; i <= 10; i++) {
            send(GET);
            send(GET.substring(0, 9));
            send(GET.substring(9));
            assertThat(socket.count("HTTP/1.1 200")).isEqualTo(2 * i);
        }
        send(WAITING);
        onLoop(() -> mail.putnb("late"));
        awaitAnswers(21);
        assertThat(socket.interests).isEmpty();
    }

    @Test
    void pipelinedRequestsAreAnsweredInSeveralTurns() {
        send(GET.repeat(7));
        awaitAnswers(7);
        assertThat(socket.interests).isEmpty();
    }

    @Test
    void readsNothingWhileTheClientTakesNoAnswer() {
        socket.takes = 20;
        send(GET + GET);
        assertThat(socket.interests).containsExactly(ReadinessHandler.WRITE);
        send(GET);
        assertThat(socket.toSend).as("not read").isEqualTo(GET);
        readAll();
        assertThat(socket.interests).containsExactly(ReadinessHandler.WRITE, ReadinessHandler.READ);
        assertThat(socket.count("HTTP/1.1 200")).isEqualTo(2);
        send("");
        assertThat(socket.count("HTTP/1.1 200")).isEqualTo(3);
    }

    @Test
    void answersThatAreReadyTogetherAreSentTogether() {
        send(GET + GET);
        assertThat(socket.writes).isOne();
        assertThat(socket.count("HTTP/1.1 200")).isEqualTo(2);
        send(GET + GET.substring(0, 9));
        assertThat(socket.writes).isEqualTo(2);
        assertThat(socket.count("HTTP/1.1 200"))
                .as("half a request does not hold back an answer")
                .isEqualTo(3);
    }

    @Test
    void answersDoNotWaitForARouteThatWaits() {
        send(GET + WAITING + GET);
        assertThat(socket.count("HTTP/1.1 200")).isOne();
        onLoop(() -> mail.putnb("late"));
        awaitAnswers(3);
        assertThat(socket.interests).isEmpty();
    }

    /** The client begins to read before the route goes on, or afterwards. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aRouteThatWaitsHoldsBackNoAnswerBeforeIt(boolean readsFirst) {
        socket.takes = 20;
        send(GET + WAITING + GET);
        assertThat(socket.interests).containsExactly(ReadinessHandler.WRITE);
        if (readsFirst) {
            readAll();
            assertThat(socket.count("HTTP/1.1 200")).isOne();
            assertThat(socket.interests).containsExactly(ReadinessHandler.WRITE, ReadinessHandler.READ);
        }
        onLoop(() -> mail.putnb("late"));
        onLoop(() -> {});
        readAll();
        awaitAnswers(3);
        assertThat(socket.received.toString(StandardCharsets.US_ASCII))
                .matches("(?s)HTTP.*\r\n\r\n\"x\"HTTP.*\r\n\r\n\"late\"HTTP.*\r\n\r\n\"x\"");
    }

    @Test
    void aClientThatIsGoneEndsTheRouteBehindItsUnreadAnswer() {
        socket.takes = 20;
        send(GET + WAITING);
        socket.takes = StreamSocket.GONE;
        onLoop(() -> connection.ready(ReadinessHandler.GONE));
        assertThat(socket.closed).isTrue();
    }

    /** Bytes taken before the client begins to read. */
    @ParameterizedTest
    @ValueSource(ints = {0, 20, 5 * Buffer.SMALL, UNLIMITED})
    void largeAnswersAreSentInOrder(int taken) {
        var large = GET.replace("/ ", "/large ");
        socket.takes = taken;
        send((large + GET).repeat(8));
        readAll();
        awaitAnswers(16);
        assertThat(socket.received.toString(StandardCharsets.US_ASCII))
                .matches("(?s)(HTTP[^\"]*\"" + LARGE + "\"HTTP[^\"]*\"x\"){8}");
    }

    @Test
    void emptyLinesCountHoweverTheyArrive() {
        for (int i = 0; i < HttpLimits.DEFAULT.requestLineBytes() / 2; i++) {
            send("\r");
            send("\n");
        }
        assertThat(socket.count("HTTP/1.1 414")).isZero();
        send("\r");
        assertThat(socket.count("HTTP/1.1 414")).isOne();
    }

    @Test
    void readsAheadOneBufferAndNoMore() {
        send(WAITING);
        send(GET.repeat(1_000));
        send("");
        assertThat(socket.toSend).hasSize(GET.length() * 1_000 - Buffer.SMALL);
        assertThat(socket.interests).containsExactly(0);
        onLoop(() -> mail.putnb("late"));
        while (socket.count("HTTP/1.1 200") < 1_001) {
            send("");
        }
        assertThat(socket.interests).containsExactly(0, ReadinessHandler.READ);
    }

    @Test
    void readAheadEndsWithTheClient() {
        send(WAITING);
        send(GET.repeat(1_000));
        send("");
        onLoop(() -> connection.ready(ReadinessHandler.GONE));
        assertThat(socket.closed).isTrue();
    }

    @Test
    void aClientThatHasSaidAllGetsItsAnswer() {
        send(WAITING);
        socket.ended = true;
        send("");
        assertThat(socket.closed).isFalse();
        assertThat(socket.interests).containsExactly(0);
        onLoop(() -> mail.putnb("late"));
        awaitAnswers(1);
        assertThat(socket.count("Connection: close")).isOne();
        onLoop(() -> assertThat(socket.closed).isTrue());
    }

    @Test
    void aClientThatHasSaidAllGetsAllItsAnswers() {
        send(WAITING + GET + WAITING + GET + "GET / HT");
        socket.ended = true;
        send("");
        onLoop(() -> mail.putnb("late"));
        awaitAnswers(2);
        onLoop(() -> mail.putnb("late"));
        awaitAnswers(4);
        onLoop(() -> assertThat(socket.closed).isTrue());
        assertThat(socket.count("HTTP/1.1")).as("half a request has no answer").isEqualTo(4);
    }

    @Test
    void aClientThatHasSaidAllAndResetsIsGone() {
        send(WAITING);
        socket.ended = true;
        send("");
        onLoop(() -> connection.ready(ReadinessHandler.GONE));
        assertThat(socket.closed).isTrue();
    }

    /** Behind the last request, whether they are in our buffer or still in the kernel. */
    @ParameterizedTest
    @ValueSource(ints = {UNLIMITED, 1})
    void unreadBytesAreReadBeforeTheConnectionCloses(int requestsARead) {
        socket.sends = requestsARead == UNLIMITED ? UNLIMITED : LAST.length() * requestsARead;
        send(LAST + GET.repeat(1_000));
        assertThat(socket.count("HTTP/1.1 200")).isOne();
        assertThat(socket.outputEnded).isTrue();
        while (!socket.toSend.isEmpty()) {
            assertThat(socket.closed).isFalse();
            send("");
        }
        socket.ended = true;
        send("");
        assertThat(socket.closed).isTrue();
        assertThat(socket.count("HTTP/1.1 200")).isOne();
    }

    @Test
    void onlyTheLastAnswerIsKeptForTheEnd() {
        send(GET);
        assertThat(socket.keptForTheEnd).isFalse();
        send(GET + LAST);
        assertThat(socket.keptForTheEnd).isTrue();
        assertThat(socket.outputEnded).isTrue();
        assertThat(socket.closed).isTrue();
    }

    @Test
    void anAnswerThatIsSentInPiecesIsFollowedByTheEnd() {
        socket.takes = 20;
        send(LAST);
        assertThat(socket.outputEnded).isFalse();
        readAll();
        assertThat(socket.keptForTheEnd).isTrue();
        assertThat(socket.closed).isTrue();
    }

    /** To close then would reset the connection, and the client might lose the answer. */
    @Test
    void whatArrivesWhileTheConnectionEndsIsReadPast() {
        socket.sentAtTheEnd = GET;
        send(LAST);
        assertThat(socket.closed).isFalse();
        socket.ended = true;
        send("");
        assertThat(socket.closed).isTrue();
        assertThat(socket.count("HTTP/1.1 200")).isOne();
    }

    @Test
    void aClientThatMaySendMoreIsReadPastWhenTheServerStops() {
        send(WAITING);
        onLoop(registry::drain);
        onLoop(() -> mail.putnb("late"));
        awaitAnswers(1);
        assertThat(socket.count("Connection: close")).isOne();
        onLoop(() -> assertThat(socket.outputEnded).isTrue());
        assertThat(socket.closed).isFalse();
        socket.ended = true;
        send("");
        assertThat(socket.closed).isTrue();
    }

    @Test
    void tellsAClientOnceToGoOnWithItsBody() {
        send("GET / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n");
        send("");
        assertThat(socket.count("HTTP/1.1 100 Continue\r\n\r\n")).isOne();
        send("a");
        send("b");
        assertThat(socket.count("HTTP/1.1 100")).isOne();
        assertThat(socket.count("HTTP/1.1 200")).isOne();
    }

    @Test
    void tellsAClientToGoOnInTwoPieces() {
        socket.takes = 5;
        send("GET / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n");
        readAll();
        assertThat(socket.count("HTTP/1.1 100 Continue\r\n\r\n")).isOne();
        assertThat(socket.interests).containsExactly(ReadinessHandler.WRITE, ReadinessHandler.READ);
        send("ab");
        assertThat(socket.count("HTTP/1.1 200")).isOne();
    }

    @Test
    void aRefusedClientIsReadPastUntilItCloses() {
        send("nonsense\r\n");
        assertThat(socket.count("HTTP/1.1 400")).isOne();
        send("more");
        assertThat(socket.toSend).isEmpty();
        assertThat(socket.closed).isFalse();
        assertThat(socket.interests).isEmpty();
    }

    private long evicted() {
        var count = new AtomicLong();
        shared.refusals().forEach((reason, number) -> count.addAndGet(reason.equals("idle") ? number : 0));
        return count.get();
    }

    @Test
    void aClientThatHasBeenIdleForLongMakesRoom() {
        while (!socket.closed) {
            onLoop(registry::evictIdle);
        }
        assertThat(evicted()).isOne();
    }

    /** It may have sent more, of which the kernel would tell by a reset. */
    @Test
    void aClientWhoseNextRequestHasArrivedIsAnsweredAndStays() {
        socket.toSend = GET;
        while (!socket.toSend.isEmpty()) {
            onLoop(registry::evictIdle);
        }
        onLoop(() -> assertThat(socket.closed).isFalse());
        assertThat(socket.count("HTTP/1.1 200")).isOne();
        assertThat(evicted()).isZero();
    }

    @Test
    void aClientThatHasLeftIsNotCountedAsEvicted() {
        socket.ended = true;
        while (!socket.closed) {
            onLoop(registry::evictIdle);
        }
        assertThat(evicted()).isZero();
    }

    @Test
    void anotherIdleClientMakesRoomForOneWhoseNextRequestHasArrived() {
        var other = new Scripted();
        socket.toSend = GET;
        onLoop(() -> {
            shared.open().enter();
            registry.add(other);
        });
        while (!socket.toSend.isEmpty()) {
            onLoop(registry::evictIdle);
        }
        while (!other.closed) {
            onLoop(registry::evictIdle);
        }
        assertThat(socket.closed).isFalse();
    }

    @ParameterizedTest
    @EnumSource(ConnectionState.class)
    void everyStateCanBeClosedAndNoneFollowsItself(ConnectionState state) {
        assertThat(state.successors().contains(ConnectionState.CLOSED)).isEqualTo(state != ConnectionState.CLOSED);
        assertThat(state.successors()).doesNotContain(state, ConnectionState.NEW);
    }
}
