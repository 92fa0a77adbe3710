package threadwall.kilim.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import threadwall.kilim.http.Response;
import threadwall.kilim.io.Buffer;
import threadwall.kilim.io.ListeningSocket;
import threadwall.kilim.io.NioTransport;
import threadwall.kilim.io.StreamSocket;
import threadwall.kilim.io.Transport.ReadinessHandler;
import threadwall.kilim.loop.EventLoop;

/** What the kernel's accept queue does not show on demand. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ListenerTest {
    private final OpenConnections open = new OpenConnections(Integer.MAX_VALUE);
    private EventLoop loop;
    private ConnectionRegistry registry;

    @BeforeEach
    void start() throws IOException {
        loop = new EventLoop("tested", new NioTransport(), 1_000);
        registry = new ConnectionRegistry(loop, request -> Response.ok("x"), ConnectionLimits.DEFAULT, open, new HeldMemory(Long.MAX_VALUE));
        loop.start(() -> true);
    }

    @AfterEach
    void end() throws InterruptedException {
        onLoop(registry::closeAll);
        loop.end();
    }

    private void onLoop(Runnable work) {
        CompletableFuture.runAsync(work, loop::execute).join();
    }

    /** A port in whose accept queue that many clients wait. */
    private static final class Crowded implements ListeningSocket {
        private int waiting;
        private int micros;
        private boolean closed;

        Crowded(int waiting, int micros) {
            this.waiting = waiting;
            this.micros = micros;
        }

        @Override
        public int port() {
            return 0;
        }

        @Override
        public void await(ReadinessHandler handler) {}

        @Override
        public StreamSocket accept() {
            for (long begin = System.nanoTime(); System.nanoTime() - begin < micros * 1_000L; ) {
                Thread.onSpinWait();
            }
            return waiting-- > 0 ? new Silent() : null;
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
        public int write(Buffer from) {
            return 0;
        }

        @Override
        public void endOutput() {}

        @Override
        public void close() {}
    }

    @Test
    void acceptsForATurnAndNoLonger() {
        var socket = new Crowded(4_000, 100);
        var listener = new Listener(loop, socket, registry, open);
        onLoop(() -> listener.ready(ReadinessHandler.READ));
        assertThat(open.count()).isBetween(1, 1_000);
        onLoop(listener::close);
    }
}
