package threadwall.kilim.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import threadwall.kilim.http.Response;
import threadwall.kilim.io.Buffer;
import threadwall.kilim.io.ListeningSocket;
import threadwall.kilim.io.NioTransport;
import threadwall.kilim.io.StreamSocket;
import threadwall.kilim.io.Transport.ReadinessHandler;
import threadwall.kilim.loop.EventLoop;

/** Accept queues that are longer than this machine's kernel allows. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ListenerTest {
    private static final Duration LONG = Duration.ofMinutes(5);

    private OpenConnections open;
    private EventLoop loop;
    private ConnectionRegistry registry;
    private Listener listener;

    private void start(Crowded socket, int mostConnections) throws IOException {
        var shared = new SharedState(mostConnections, Long.MAX_VALUE, null);
        open = shared.open();
        loop = new EventLoop("tested", new NioTransport(), 10);
        registry = new ConnectionRegistry(loop, request -> Response.ok("x"), ConnectionLimits.DEFAULT, shared);
        listener = new Listener(loop, socket, registry);
        loop.start(registry::sweep);
    }

    @AfterEach
    void end() throws InterruptedException {
        onLoop(listener::close);
        onLoop(registry::closeAll);
        loop.end();
    }

    private void onLoop(Runnable work) {
        CompletableFuture.runAsync(work, loop::execute).join();
    }

    /** A port in whose accept queue that many clients wait. */
    private static final class Crowded implements ListeningSocket {
        private final long nanos;
        private int waiting;
        private int accepted;
        private boolean closed;

        /** @param micros that accept takes */
        Crowded(int waiting, int micros) {
            this.waiting = waiting;
            nanos = micros * 1_000L;
        }

        @Override
        public int port() {
            return 0;
        }

        @Override
        public void await(ReadinessHandler handler) {}

        @Override
        public StreamSocket accept() {
            for (long begin = System.nanoTime(); System.nanoTime() - begin < nanos; ) {
                Thread.onSpinWait();
            }
            if (waiting == 0) {
                return null;
            }
            waiting--;
            accepted++;
            return new Silent();
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    /** A client that sends nothing. */
    private static final class Silent implements StreamSocket {
        @Override
        public void register(ReadinessHandler handler) {}

        @Override
        public void await(int interest) {}

        @Override
        public int read(Buffer into) {
            return 0;
        }

        @Override
        public int write(Buffer from, boolean last) {
            return 0;
        }

        @Override
        public String peer() {
            return "a test";
        }

        @Override
        public void endOutput() {}

        @Override
        public void close() {}
    }

    @Test
    void acceptsForATurnAndNoLonger() throws IOException {
        var socket = new Crowded(4_000, 100);
        start(socket, Integer.MAX_VALUE);
        onLoop(() -> listener.ready(ReadinessHandler.READ));
        assertThat(socket.accepted).isBetween(1, 1_000);
    }

    @Test
    void clientsThatAreIdleMakeRoom() throws IOException {
        var socket = new Crowded(25, 0);
        start(socket, 10);
        onLoop(() -> listener.ready(ReadinessHandler.READ));
        assertThat(socket.accepted).as("nobody has been idle for long").isEqualTo(10);
        while (socket.accepted < 25) {
            onLoop(() -> listener.ready(ReadinessHandler.READ));
            assertThat(open.count()).isLessThanOrEqualTo(10);
        }
        assertThat(open.count()).isEqualTo(10);
    }

    @Test
    void aStopAcceptsAllThatHaveConnected() throws Exception {
        var socket = new Crowded(10_000, 0);
        start(socket, Integer.MAX_VALUE);
        onLoop(registry::drain);
        onLoop(listener::drain);
        open.awaitNone(LONG); // nobody sends a request, and each may take its time for that
        assertThat(socket.accepted).isEqualTo(10_000);
        assertThat(socket.closed).isTrue();
    }

    @Test
    void aStopAcceptsThoseThatHaveToWaitForAPlace() throws Exception {
        var socket = new Crowded(25, 0);
        start(socket, 10);
        onLoop(() -> listener.ready(ReadinessHandler.READ));
        onLoop(registry::drain);
        onLoop(listener::drain);
        open.awaitNone(LONG);
        assertThat(socket.accepted).isEqualTo(25);
        assertThat(socket.closed).isTrue();
    }

    /** They can only have connected later: a queue is shorter. */
    @Test
    void aStopDoesNotAcceptForEver() throws Exception {
        var socket = new Crowded(Integer.MAX_VALUE, 0);
        start(socket, Integer.MAX_VALUE);
        onLoop(registry::drain);
        onLoop(listener::drain);
        open.awaitNone(LONG);
        assertThat(socket.accepted).isEqualTo(Worker.BACKLOG + 1);
    }
}
