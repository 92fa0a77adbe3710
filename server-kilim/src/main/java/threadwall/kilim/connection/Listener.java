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
 * Accepts the connections of one loop. When --max-connections is reached, a new client takes the place of one that is
 * idle. When there is none, or accept fails (out of descriptors), it pauses for {@link #RETRY_MILLIS} and tries again;
 * clients wait in the kernel's accept queue. Not thread-safe: for the loop's thread.
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
    private final Runnable evict;
    private final TimeSlice turn = new TimeSlice(TURN_NANOS);
    private boolean draining;
    private boolean closed;

    /** The most clients that can have connected before {@link #drain}; others keep coming until the port is closed. */
    private int queued = Worker.BACKLOG + 1;

    private long lastComplaint = System.nanoTime() - COMPLAINT_INTERVAL;

    Listener(EventLoop loop, ListeningSocket socket, ConnectionRegistry registry) {
        this.loop = loop;
        this.socket = socket;
        this.registry = registry;
        open = registry.shared().open();
        evict = () -> loop.execute(registry::evictIdle);
        open.portOpened(evict);
    }

    void start() {
        socket.await(this);
    }

    @Override
    public void ready(int what) {
        if (closed) {
            return;
        }
        switch (accept()) {
            case QUEUE_IS_EMPTY -> {
                if (draining) {
                    close();
                }
            }
            case TURN_IS_OVER -> {
                if (draining) {
                    loop.execute(() -> ready(READ)); // no event comes if the queue is empty by then
                }
            }
            case NOT_NOW -> {
                scheduleRetry(); // first: if this throws, the socket is still watched
                socket.await(null);
            }
        }
    }

    /** The pause is over. */
    @Override
    public void onEvent(EventPublisher publisher, Event event) {
        scheduleRetry(); // in case the next line throws
        socket.await(this);
        loop.cancelTimer(retry);
        if (draining) {
            ready(READ);
        }
    }

    private void scheduleRetry() {
        retry.setTimer(RETRY_MILLIS);
        loop.scheduleTimer(retry);
    }

    /** Why accepting ended for now. */
    private enum Outcome {
        QUEUE_IS_EMPTY,
        TURN_IS_OVER,
        NOT_NOW
    }

    private Outcome accept() {
        turn.begin();
        for (int accepted = 0; !turn.isOver(); accepted++) {
            if (!open.enter()) {
                if (accepted > 0) {
                    return Outcome.TURN_IS_OVER; // an event comes if one more is waiting; else no place is needed
                }
                if (!makeRoom()) {
                    complain(
                            "there are " + open.most() + " connections, as many as --max-connections and nofile allow");
                    return Outcome.NOT_NOW;
                }
            }
            StreamSocket client = null;
            try {
                client = socket.accept();
            } catch (IOException e) {
                complain(e.getMessage());
                return Outcome.NOT_NOW;
            } finally {
                if (client == null) {
                    open.leave();
                }
            }
            if (client == null) {
                return Outcome.QUEUE_IS_EMPTY;
            }
            registry.add(client);
            if (draining && --queued == 0) {
                return Outcome.QUEUE_IS_EMPTY;
            }
        }
        return Outcome.TURN_IS_OVER;
    }

    /** At the limit: in place of the connection that has been idle longest here; or after a pause, if another loop has one. */
    private boolean makeRoom() {
        if (registry.evictIdle() && open.enter()) {
            return true;
        }
        open.evictElsewhere(evict);
        return false;
    }

    private void complain(String problem) {
        if (System.nanoTime() - lastComplaint >= COMPLAINT_INTERVAL) {
            lastComplaint = System.nanoTime();
            ErrorLog.report("cannot accept connections:", problem + "; new clients wait in the accept queue", null);
        }
    }

    /** Accepts the clients that have connected so far, in turns, and then closes the port. */
    void drain() {
        draining = true;
        ready(READ);
    }

    /** Closes the port. The kernel resets those that have connected and were not accepted. */
    void close() {
        if (!closed) {
            closed = true;
            loop.cancelTimer(retry);
            socket.close();
            open.portClosed(evict);
        }
    }
}
