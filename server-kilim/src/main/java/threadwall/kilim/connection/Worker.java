package threadwall.kilim.connection;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import threadwall.kilim.io.ListeningSocket;
import threadwall.kilim.io.PeerLiveness;
import threadwall.kilim.io.Transport;
import threadwall.kilim.io.Transport.PortSharing;
import threadwall.kilim.loop.ErrorLog;
import threadwall.kilim.loop.EventLoop;

/** One thread of the server: an event loop, its listening socket and its connections. */
public final class Worker {
    /** Requested backlog; the kernel caps it at net.core.somaxconn. */
    static final int BACKLOG = 65_535;

    private final Transport transport;
    private final ListeningSocket socket;
    private final ConnectionLimits limits;
    private EventLoop loop;
    private ConnectionRegistry registry;
    private Listener listener;

    private Worker(Transport transport, ListeningSocket socket, ConnectionLimits limits) {
        this.transport = transport;
        this.socket = socket;
        this.limits = limits;
    }

    /**
     * Creates a worker whose port is open. Connections queue up until {@link #start}.
     *
     * @param transport owned by the worker; closed if this fails
     */
    public static Worker bind(
            Transport transport, InetSocketAddress address, PortSharing sharing, ConnectionLimits limits)
            throws IOException {
        try {
            var liveness =
                    PeerLiveness.of(limits.timeouts().idle(), limits.timeouts().write());
            return new Worker(transport, transport.listen(address, BACKLOG, sharing, liveness), limits);
        } catch (IOException | RuntimeException e) {
            transport.close();
            throw e;
        }
    }

    public int port() {
        return socket.port();
    }

    /** Starts the thread. The worker is serving when this returns. */
    public void start(String name, Route route, SharedState shared) {
        loop = new EventLoop(name, transport, limits.timeouts().sweepMillis());
        registry = new ConnectionRegistry(loop, route, limits, shared);
        listener = new Listener(loop, socket, registry);
        var serving = CompletableFuture.runAsync(
                () -> {
                    ErrorLog.warmUp();
                    WarmUpClient.run(loop, route, limits);
                    listener.start();
                },
                loop::execute);
        loop.start(registry::sweep);
        serving.join();
    }

    /**
     * How late the loop was when it last looked at its timeouts, within the last second, or is by now if it is stuck, in
     * nanoseconds. 0 before its start.
     */
    public long lagNanos() {
        return loop == null ? 0 : loop.lagNanos();
    }

    /**
     * Accepts those that have connected and then no others; closes idle connections, and the others after their response.
     * Returns at once.
     */
    public void drain() {
        loop.execute(() -> {
            registry.drain();
            listener.drain();
        });
    }

    /** Closes all remaining connections; everything is freed when this returns. */
    public void end() throws InterruptedException {
        if (loop == null) {
            socket.close();
            transport.close();
            return;
        }
        loop.execute(() -> {
            listener.close();
            registry.closeAll();
        });
        loop.end();
    }
}
