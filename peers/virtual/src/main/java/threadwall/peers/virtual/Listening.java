package threadwall.peers.virtual;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.atomic.AtomicInteger;
import threadwall.server.Identity;
import threadwall.server.Lifecycle;
import threadwall.server.RequestCounter;
import threadwall.server.RunningServer;

/** The listener, and a virtual thread for each connection that it takes. */
final class Listening implements RunningServer {
    /** Asked for; the kernel caps it at net.core.somaxconn. */
    private static final int BACKLOG = 65_535;

    /** Without accepting, when descriptors have run out. */
    private static final int PAUSE_MILLIS = 20;

    private final ServerSocketChannel listener;
    private final Identity identity;
    private final Routing routing;
    private final AtomicInteger inFlight = new AtomicInteger();
    private volatile boolean stopping;

    private Listening(ServerSocketChannel listener, Identity identity, RequestCounter counter) {
        this.listener = listener;
        this.identity = identity;
        this.routing = new Routing(identity, counter);
    }

    static Listening start(String host, int port, int workers, RequestCounter counter) throws IOException {
        var address = new InetSocketAddress(InetAddress.getByName(host), port);
        if (address.isUnresolved()) {
            throw new UnknownHostException(host);
        }
        var listener = ServerSocketChannel.open();
        listener.setOption(StandardSocketOptions.SO_REUSEADDR, true);
        listener.bind(address, BACKLOG);
        var url = Identity.url(host, ((InetSocketAddress) listener.getLocalAddress()).getPort());
        var identity = Identity.here(VirtualServer.NAME, VirtualServer.MODEL, url, VirtualServer.NO_STORE, workers);
        var server = new Listening(listener, identity, counter);
        Thread.ofVirtual().name("accept").start(server::accept);
        return server;
    }

    private void accept() {
        while (listener.isOpen()) {
            try {
                var connection = listener.accept();
                Thread.startVirtualThread(() -> serve(connection));
            } catch (ClosedChannelException e) {
                return; // by stop
            } catch (IOException e) {
                pause(e); // EMFILE for one: others close theirs
            }
        }
    }

    private static void pause(IOException why) {
        System.err.println("cannot accept, pausing: " + why.getMessage());
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void serve(SocketChannel channel) {
        try (channel) {
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            var connection = new Connection(channel);
            while (connection.awaitHead()) {
                inFlight.incrementAndGet();
                try {
                    if (!connection.answer(routing, stopping)) {
                        return;
                    }
                } finally {
                    inFlight.decrementAndGet();
                }
            }
        } catch (IOException e) {
            // the client is gone, and nobody is there to be told
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public URI url() {
        return identity.url();
    }

    @Override
    public int workers() {
        return identity.workers();
    }

    @Override
    public void stop() {
        stopping = true;
        long deadline = System.nanoTime() + Lifecycle.GRACE.toNanos();
        try (listener) {
            listener.close();
            while (inFlight.get() > 0 && System.nanoTime() < deadline) {
                Thread.sleep(5);
            }
        } catch (IOException e) {
            System.err.println("closing the listener: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
