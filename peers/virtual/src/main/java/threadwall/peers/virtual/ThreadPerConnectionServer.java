package threadwall.peers.virtual;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.atomic.AtomicInteger;
import threadwall.server.PeerCommand;
import threadwall.server.RequestCounter;
import threadwall.server.RunningServer;
import threadwall.server.ServerIdentity;
import threadwall.server.ServerLifecycle;

/** Accepts connections and starts a virtual thread for each. */
final class ThreadPerConnectionServer implements RunningServer {
    /** Pause before accepting again, when descriptors have run out. */
    private static final int PAUSE_MILLIS = 20;

    private final ServerSocketChannel listener;
    private final ServerIdentity identity;
    private final Routing routing;
    private final AtomicInteger inFlight = new AtomicInteger();
    private volatile boolean stopping;

    private ThreadPerConnectionServer(ServerSocketChannel listener, ServerIdentity identity, RequestCounter counter) {
        this.listener = listener;
        this.identity = identity;
        this.routing = new Routing(identity, counter);
    }

    static ThreadPerConnectionServer start(PeerCommand.Settings settings) throws IOException {
        var address = new InetSocketAddress(InetAddress.getByName(settings.host()), settings.port());
        if (address.isUnresolved()) {
            throw new UnknownHostException(settings.host());
        }
        var listener = ServerSocketChannel.open();
        listener.setOption(StandardSocketOptions.SO_REUSEADDR, true);
        listener.bind(address, PeerCommand.Settings.BACKLOG);
        int port = ((InetSocketAddress) listener.getLocalAddress()).getPort();
        var server = new ThreadPerConnectionServer(listener, settings.identity(port), settings.counter());
        Thread.ofVirtual().name("accept").start(server::accept);
        return server;
    }

    private void accept() {
        while (listener.isOpen()) {
            try {
                var connection = listener.accept();
                Thread.startVirtualThread(() -> serve(connection));
            } catch (ClosedChannelException e) {
                return; // closed by stop
            } catch (IOException e) {
                pause(e); // for example EMFILE, until other connections are closed
            }
        }
    }

    private static void pause(IOException why) {
        System.err.println("cannot accept a connection; trying again after a pause: " + why.getMessage());
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
            // the client disconnected
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public ServerIdentity identity() {
        return identity;
    }

    @Override
    public void stop() {
        stopping = true;
        long deadline = System.nanoTime() + ServerLifecycle.GRACE.toNanos();
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
