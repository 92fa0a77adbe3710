package threadwall.kilim.connection;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import threadwall.kilim.io.ListeningSocket;
import threadwall.kilim.io.Transport;
import threadwall.kilim.io.Transport.Sharing;
import threadwall.kilim.loop.Complaints;
import threadwall.kilim.loop.EventLoop;

/** One of a server's threads: an event loop, the socket where it takes its clients from, and the clients. */
public final class Worker {
    /** Asked for; the kernel grants at most net.core.somaxconn. */
    private static final int BACKLOG = 65_535;

    private final Transport transport;
    private final ListeningSocket socket;
    private EventLoop loop;
    private OpenConnections open;
    private Clients clients;
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
    public static Worker bind(Transport transport, InetSocketAddress address, Sharing sharing) throws IOException {
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
    public void start(String name, Route route, Bounds bounds, OpenConnections open) {
        this.open = open;
        loop = new EventLoop(name, transport, bounds.timeouts().sweepMillis());
        clients = new Clients(loop, route, bounds, open);
        listener = new Listener(loop, socket, clients, open);
        var serving = CompletableFuture.runAsync(
                () -> {
                    Complaints.rehearse();
                    Rehearsal.of("GET / HTTP/1.1\r\nHost: rehearsal\r\nConnection: close\r\n\r\n", clients, open);
                    Rehearsal.of("no request\r\n", clients, open);
                    listener.start();
                },
                loop::execute);
        loop.start(clients::sweep);
        serving.join();
    }

    /** Takes no more clients, closes idle connections, and the others with their answer. Returns at once. */
    public void drain() {
        open.hold(); // those in the backlog, whom the loop learns of in there, are to be waited for
        loop.execute(() -> {
            try {
                listener.close();
                clients.drain();
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
        loop.execute(clients::closeAll);
        loop.end();
    }
}
