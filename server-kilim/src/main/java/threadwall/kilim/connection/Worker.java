package threadwall.kilim.connection;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import threadwall.kilim.io.ListeningSocket;
import threadwall.kilim.io.Transport;
import threadwall.kilim.io.Transport.PortSharing;
import threadwall.kilim.loop.ErrorLog;
import threadwall.kilim.loop.EventLoop;

/** One of a server's threads: an event loop, the socket where it takes its clients from, and the clients. */
public final class Worker {
    /** Asked for; the kernel grants at most net.core.somaxconn. */
    private static final int BACKLOG = 65_535;

    private final Transport transport;
    private final ListeningSocket socket;
    private EventLoop loop;
    private OpenConnections open;
    private ConnectionRegistry registry;
    private Listener listener;

    private Worker(Transport transport, ListeningSocket socket) {
        this.transport = transport;
        this.socket = socket;
    }

    /**
     * A worker whose port is open to clients, though nobody serves them yet.
     *
     * @param transport its own; closed if this fails
     */
    public static Worker bind(Transport transport, InetSocketAddress address, PortSharing sharing) throws IOException {
        try {
            return new Worker(transport, transport.listen(address, BACKLOG, sharing));
        } catch (IOException | RuntimeException e) {
            transport.close();
            throw e;
        }
    }

    public int port() {
        return socket.port();
    }

    /** Serves in a thread of that name; it does when this returns. */
    public void start(String name, Route route, ConnectionLimits limits, OpenConnections open) {
        this.open = open;
        loop = new EventLoop(name, transport, limits.timeouts().sweepMillis());
        registry = new ConnectionRegistry(loop, route, limits, open);
        listener = new Listener(loop, socket, registry, open);
        var serving = CompletableFuture.runAsync(
                () -> {
                    ErrorLog.warmUp();
                    WarmUpClient.of("GET / HTTP/1.1\r\nHost: rehearsal\r\nConnection: close\r\n\r\n", registry, open);
                    WarmUpClient.of("no request\r\n", registry, open);
                    listener.start();
                },
                loop::execute);
        loop.start(registry::sweep);
        serving.join();
    }

    /** Takes no more clients, closes idle connections, and the others with their answer. Returns at once. */
    public void drain() {
        open.hold(); // those in the backlog, whom the loop learns of in there, are to be waited for
        loop.execute(() -> {
            try {
                listener.close();
                registry.drain();
            } finally {
                open.leave();
            }
        });
    }

    /** Closes what is left; all is free when this returns. */
    public void end() throws InterruptedException {
        if (loop == null) {
            socket.close();
            transport.close();
            return;
        }
        loop.execute(registry::closeAll);
        loop.end();
    }
}
