package threadwall.kilim.connection;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import kilim.Event;
import kilim.EventPublisher;
import kilim.EventSubscriber;
import kilim.timerservice.Timer;
import threadwall.kilim.io.ListeningSocket;
import threadwall.kilim.io.StreamSocket;
import threadwall.kilim.io.Transport.ReadinessHandler;
import threadwall.kilim.loop.ErrorLog;
import threadwall.kilim.loop.EventLoop;
import threadwall.kilim.loop.TimeSlice;

/**
 * Accepts the connections of one loop. When accept fails (out of descriptors) or --max-connections is reached, it
 * pauses for {@link #RETRY_MILLIS} and tries again; clients wait in the kernel's accept queue. Not thread-safe: for the
 * loop's thread.
 */
final class Listener implements ReadinessHandler, EventSubscriber {
    /** Pause before accepting is tried again. */
    private static final long RETRY_MILLIS = 20;

    /**
     * How long it accepts before existing connections get their turn: long, because a client whose SYN finds the accept
     * queue full retries only after a second or more.
     */
    private static final long TURN_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private static final long COMPLAINT_INTERVAL = TimeUnit.SECONDS.toNanos(10);

    private final EventLoop loop;
    private final ListeningSocket socket;
    private final ConnectionRegistry registry;
    private final OpenConnections open;
    private final Timer retry = new Timer(this);
    private final TimeSlice turn = new TimeSlice(TURN_NANOS);
    private long lastComplaint = System.nanoTime() - COMPLAINT_INTERVAL;

    Listener(EventLoop loop, ListeningSocket socket, ConnectionRegistry registry, OpenConnections open) {
        this.loop = loop;
        this.socket = socket;
        this.registry = registry;
        this.open = open;
    }

    void start() {
        socket.await(this);
    }

    @Override
    public void ready(int what) {
        if (!accept()) {
            scheduleRetry(); // first: if this throws, the socket is still watched
            socket.await(null);
        }
    }

    /** The pause is over. */
    @Override
    public void onEvent(EventPublisher publisher, Event event) {
        scheduleRetry(); // in case the next line throws
        socket.await(this);
        loop.cancelTimer(retry);
    }

    private void scheduleRetry() {
        retry.setTimer(RETRY_MILLIS);
        loop.scheduleTimer(retry);
    }

    /** Accepts what is waiting; false if it has to stop for now. */
    private boolean accept() {
        for (turn.begin(); !turn.isOver(); ) {
            if (!open.enter()) {
                complain("there are " + open.most() + " connections, as many as --max-connections allows");
                return false;
            }
            StreamSocket client = null;
            try {
                client = socket.accept();
            } catch (IOException e) {
                complain(e.getMessage());
                return false;
            } finally {
                if (client == null) {
                    open.leave();
                }
            }
            if (client == null) {
                return true;
            }
            registry.add(client);
        }
        return true;
    }

    private void complain(String problem) {
        if (System.nanoTime() - lastComplaint >= COMPLAINT_INTERVAL) {
            lastComplaint = System.nanoTime();
            ErrorLog.report("cannot accept connections:", problem + "; new clients wait in the accept queue", null);
        }
    }

    /** Accepts the connections that have arrived so far, then closes the port. */
    void close() {
        loop.cancelTimer(retry);
        accept();
        socket.close();
    }
}
