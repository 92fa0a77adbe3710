package threadwall.kilim;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import kilim.Pausable;
import kilim.Scheduler;
import kilim.Task;
import kilim.nio.EndPoint;

/**
 * The fiber that accepts connections and starts a fiber for each. Only {@link #close} ends it: when accepting fails, as
 * it does without descriptors, it waits a little and goes on.
 */
final class Listener extends Task<Void> {
    /** Asked for; the kernel grants at most net.core.somaxconn. */
    private static final int BACKLOG = 65_535;

    /** Until accepting is tried again. Clients wait in the backlog. */
    private static final long RETRY_MILLIS = 20;

    /**
     * Connections accepted before the other fibers of this thread get a turn: a full accept queue at Linux's usual
     * somaxconn. With thousands of fibers ready to run a turn is long in coming, and what does not fit into the queue
     * meanwhile has to wait for the client's SYN retry, a second or more.
     */
    private static final int TURN = 4_096;

    private static final long COMPLAINT_INTERVAL = TimeUnit.SECONDS.toNanos(10);

    private enum Outcome {
        ACCEPTED,
        NOBODY,
        FAILED,
        CLOSED
    }

    private final ServerSocketChannel channel;
    private Scheduler fibers;
    private Function<SocketChannel, Connection> connections;
    private EndPoint endPoint;
    private long lastComplaint = System.nanoTime() - COMPLAINT_INTERVAL;

    private Listener(ServerSocketChannel channel) {
        this.channel = channel;
    }

    /** A socket on that address, to which clients can connect from now on. */
    static Listener bind(String host, int port) throws IOException {
        var channel = ServerSocketChannel.open();
        try {
            channel.configureBlocking(false);
            channel.bind(new InetSocketAddress(InetAddress.getByName(host), port), BACKLOG);
            return new Listener(channel);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /** The port that it has. */
    int port() {
        return channel.socket().getLocalPort();
    }

    /** Starts accepting; the connections run on that scheduler as well. */
    void start(Scheduler scheduler, KilimSelector selector, Function<SocketChannel, Connection> factory) {
        fibers = scheduler;
        connections = factory;
        endPoint = new EndPoint(selector, channel);
        setScheduler(scheduler).start();
    }

    @Override
    public void execute() throws Pausable, IOException {
        int turns = 0;
        while (true) {
            switch (accept()) {
                case ACCEPTED -> {
                    if (++turns == TURN) {
                        turns = 0;
                        Task.yield();
                    }
                }
                case NOBODY -> endPoint.pauseUntilAcceptable();
                case FAILED -> Task.sleep(RETRY_MILLIS);
                case CLOSED -> {
                    return;
                }
            }
        }
    }

    private Outcome accept() {
        SocketChannel client = null;
        try {
            client = channel.accept();
            if (client == null) {
                return Outcome.NOBODY;
            }
            client.configureBlocking(false);
            client.setOption(StandardSocketOptions.TCP_NODELAY, true);
            connections.apply(client).setScheduler(fibers).start();
            return Outcome.ACCEPTED;
        } catch (ClosedChannelException e) {
            return Outcome.CLOSED;
        } catch (IOException | RuntimeException e) {
            discard(client);
            complain(e);
            return Outcome.FAILED;
        }
    }

    private static void discard(SocketChannel client) {
        try {
            if (client != null) {
                client.close();
            }
        } catch (IOException e) {
            // nothing more to be done for it
        }
    }

    private void complain(Exception problem) {
        if (System.nanoTime() - lastComplaint >= COMPLAINT_INTERVAL) {
            lastComplaint = System.nanoTime();
            System.err.println("kilim: cannot accept connections for now (" + problem.getMessage()
                    + "); new clients wait in the backlog until others leave");
        }
    }

    /** When its fiber does not run any more: see {@link KilimSelector}. */
    void close() throws IOException {
        channel.close();
    }
}
