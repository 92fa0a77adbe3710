package threadwall.kilim.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import threadwall.kilim.connection.ConnectionLimits.Timeouts;
import threadwall.kilim.http.HttpLimits;
import threadwall.kilim.http.Response;
import threadwall.kilim.io.Buffer;
import threadwall.kilim.io.NioTransport;
import threadwall.kilim.io.StreamSocket;
import threadwall.kilim.io.Transport.ReadinessHandler;
import threadwall.kilim.loop.EventLoop;

/** Socket behaviour that a real kernel does not show on demand. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ConnectionRegistryTest {
    private static final byte[] GET = "GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final int PIPELINE = 2;

    private final PrintStream stderr = System.err;
    private final SharedState shared = new SharedState(1_000, Long.MAX_VALUE, null);
    private final OpenConnections open = shared.open();
    private EventLoop loop;
    private ConnectionRegistry registry;

    @BeforeEach
    void start() throws IOException {
        System.setErr(new PrintStream(OutputStream.nullOutputStream()));
        var hour = Duration.ofHours(1);
        var limits = new ConnectionLimits(
                HttpLimits.DEFAULT,
                10,
                Long.MAX_VALUE,
                PIPELINE,
                new Timeouts(hour, Duration.ofMillis(1), hour, hour, hour),
                hour,
                hour);
        loop = new EventLoop("tested", new NioTransport(), 10);
        registry = new ConnectionRegistry(loop, request -> Response.ok("x"), limits, shared);
        loop.start(() -> true);
    }

    @AfterEach
    void end() throws InterruptedException {
        loop.end();
        System.setErr(stderr);
    }

    /** An Error that throws again when it is printed, like an OutOfMemoryError. */
    private static final class Nasty extends OutOfMemoryError {
        @Override
        public void printStackTrace(PrintStream to) {
            throw this;
        }
    }

    /** A client that sends requests without a pause and reads all responses. */
    private static class Endless implements StreamSocket {
        private int position;
        int answers;
        int closed;
        int largest;

        @Override
        public void register(ReadinessHandler handler) throws IOException {}

        @Override
        public void await(int interest) {}

        @Override
        public int read(Buffer into) {
            largest = Math.max(largest, into.array().length);
            int room = into.room();
            for (int i = 0; i < room; i++) {
                into.put(GET, position++ % GET.length, 1);
            }
            return room;
        }

        @Override
        public int write(Buffer from, boolean last) {
            int written = from.length();
            from.use(written);
            answers++;
            return written;
        }

        @Override
        public String peer() {
            return "a test";
        }

        @Override
        public void endOutput() {}

        @Override
        public void close() {
            closed++;
        }
    }

    private void onLoop(Runnable work) {
        CompletableFuture.runAsync(work, loop::execute).join();
    }

    private Connection add(StreamSocket socket) {
        assertThat(open.enter()).isTrue();
        return registry.add(socket);
    }

    @Test
    void requestsWithoutAPauseDoNotGrowTheBuffer() {
        var socket = new Endless();
        var connection = new Connection[1];
        onLoop(() -> connection[0] = add(socket));
        while (socket.answers < 10_000) {
            onLoop(() -> connection[0].ready(ReadinessHandler.READ));
        }
        assertThat(socket.largest).isEqualTo(Buffer.SMALL);
        onLoop(registry::closeAll);
    }

    /** Although its socket is ready in each round, too. */
    @Test
    void aConnectionHasOneTurnARound() throws Exception {
        var socket = new Endless();
        var rounds = new CountDownLatch(1_000);
        var most = new int[1];
        onLoop(() -> {
            var connection = add(socket);
            loop.execute(new Runnable() {
                @Override
                public void run() {
                    most[0] = Math.max(most[0], socket.answers);
                    socket.answers = 0;
                    connection.ready(ReadinessHandler.READ);
                    rounds.countDown();
                    if (rounds.getCount() > 0) {
                        loop.execute(this);
                    }
                }
            });
        });
        rounds.await();
        assertThat(most[0]).isBetween(1, 2 * PIPELINE);
        onLoop(registry::closeAll);
    }

    @Test
    void aSocketThatCannotBeWatchedIsClosed() {
        var socket = new Endless() {
            @Override
            public void register(ReadinessHandler handler) throws IOException {
                throw new Nasty();
            }
        };
        onLoop(() -> add(socket));
        assertThat(socket.closed).isOne();
        assertThat(open.count()).isZero();
    }

    @Test
    void anErrorThatCannotBeToldEndsTheConnection() {
        var socket = new Endless() {
            @Override
            public int read(Buffer into) {
                throw new Nasty();
            }
        };
        onLoop(() -> add(socket).ready(ReadinessHandler.READ));
        assertThat(socket.closed).isOne();
        assertThat(open.count()).isZero();
    }

    @Test
    void manyOverdueClientsAreEndedInSeveralRounds() {
        int clients = 500;
        var slow = new Endless() {
            @Override
            public int read(Buffer into) {
                into.put("GET".getBytes(StandardCharsets.US_ASCII));
                return 3;
            }

            @Override
            public void endOutput() {
                for (long begin = System.nanoTime(); System.nanoTime() - begin < 200_000; ) {
                    Thread.onSpinWait();
                }
            }
        };
        onLoop(() -> {
            for (int i = 0; i < clients; i++) {
                add(slow).ready(ReadinessHandler.READ);
            }
        });
        int rounds = 0;
        for (int ended = 0; ended < clients; ) {
            int before = slow.answers;
            onLoop(() -> registry.sweep());
            ended = slow.answers;
            rounds += ended > before ? 1 : 0;
        }
        assertThat(rounds).isGreaterThan(2);
        onLoop(registry::closeAll);
    }

    @Test
    void anOverdueClientThatFailsDoesNotHideTheOthers() throws Exception {
        var late = new Endless() {
            @Override
            public int read(Buffer into) {
                into.put((byte[]) "GET".getBytes(StandardCharsets.US_ASCII));
                return 3;
            }

            @Override
            public int write(Buffer from, boolean last) {
                throw new Nasty();
            }
        };
        onLoop(() -> {
            for (int i = 0; i < 3; i++) {
                add(late).ready(ReadinessHandler.READ);
            }
        });
        while (open.count() > 0) {
            int before = open.count();
            onLoop(() -> registry.sweep()); // a few rounds later all are overdue
            assertThat(open.count()).isIn(before, 0);
        }
        assertThat(late.closed).isEqualTo(3);
    }
}
