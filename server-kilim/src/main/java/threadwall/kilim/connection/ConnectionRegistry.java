package threadwall.kilim.connection;

import java.util.concurrent.TimeUnit;
import threadwall.kilim.http.RequestParser;
import threadwall.kilim.http.ResponseWriter;
import threadwall.kilim.io.Buffer;
import threadwall.kilim.io.StreamSocket;
import threadwall.kilim.io.Transport.ReadinessHandler;
import threadwall.kilim.loop.EventLoop;

/**
 * The connections of one loop, and the parsers, buffers and fibers that they borrow for the duration of a request. Not
 * thread-safe: for the loop's thread.
 */
final class ConnectionRegistry {
    /** A client that is idle for less may be sending its next request. */
    private static final int EVICTABLE_MILLIS = 1_000;

    private final EventLoop loop;
    private final Route route;
    private final ConnectionLimits limits;

    private final SharedState shared;

    private final long epoch = System.nanoTime();
    private final ResponseWriter writer = new ResponseWriter();
    private final ObjectPool<RequestParser> parsers = new ObjectPool<>();
    private final ObjectPool<Buffer> buffers = new ObjectPool<>();
    private final ObjectPool<RequestFiber> fibers = new ObjectPool<>();
    private final TimeoutLists timeouts;
    private boolean draining;

    ConnectionRegistry(EventLoop loop, Route route, ConnectionLimits limits, SharedState shared) {
        this.loop = loop;
        this.route = route;
        this.limits = limits;
        this.shared = shared;
        timeouts = new TimeoutLists(limits.timeouts());
    }

    EventLoop loop() {
        return loop;
    }

    ConnectionLimits limits() {
        return limits;
    }

    /** Null = none. */
    AccessLog accessLog() {
        return shared.accessLog();
    }

    SharedState shared() {
        return shared;
    }

    ResponseWriter writer() {
        return writer;
    }

    /** Whether the server is stopping, so that each response ends its connection. */
    boolean isDraining() {
        return draining;
    }

    /** Adds a new connection. The caller must have called {@link OpenConnections#enter}. */
    Connection add(StreamSocket socket) {
        Connection connection;
        int slot;
        try {
            connection = new Connection(this, socket);
            slot = timeouts.add(connection);
        } catch (Throwable e) { // out of memory: no connection owns the socket yet
            socket.close();
            shared.open().leave();
            throw e;
        }
        connection.open(slot);
        return connection;
    }

    void remove(int slot) {
        timeouts.remove(slot);
        shared.open().leave();
    }

    /** Starts that timeout for a connection, instead of the one that runs. */
    void startTimeout(TimeoutKind kind, int slot) {
        timeouts.start(kind, slot, now());
    }

    /** The loop's clock in milliseconds, cut to 32 bits, so it wraps after 24 days. */
    private int now() {
        return (int) TimeUnit.NANOSECONDS.toMillis(loop.now() - epoch);
    }

    /**
     * Ends overdue connections and shrinks the pools.
     *
     * @return whether it is done; else it has to go on in the next round
     */
    boolean sweep() {
        int now = now();
        for (var late = timeouts.overdue(now); late != null; late = timeouts.overdue(now)) {
            if (loop.isTurnOver()) {
                return false;
            }
            late.overdue();
        }
        parsers.trim();
        buffers.trim();
        fibers.trim();
        return true;
    }

    /** Ends the connection that has been idle longest, so that another can take its place; whether one has ended. */
    boolean evictIdle() {
        for (var idle = longestIdle(); idle != null; idle = loop.isTurnOver() ? null : longestIdle()) {
            idle.ready(ReadinessHandler.READ); // its next request may have arrived, or its end
            if (idle.isClosed()) {
                return true;
            }
            if (idle == longestIdle()) { // else it was answered just now, and its client may have sent more
                idle.close();
                shared.refusals().evicted();
                return true;
            }
        }
        return false;
    }

    private Connection longestIdle() {
        return timeouts.first(TimeoutKind.IDLE, now(), EVICTABLE_MILLIS);
    }

    /** Ends idle connections now and the others after their response. */
    void drain() {
        draining = true;
        timeouts.forEach(Connection::drain);
    }

    void closeAll() {
        timeouts.forEach(Connection::close);
    }

    RequestParser lendParser() {
        var parser = parsers.lend();
        return parser != null ? parser : new RequestParser(new Buffer(), limits.http(), route::readsBody);
    }

    void giveBack(RequestParser parser) {
        if (!parser.buffer().hasGrown()) {
            parser.reset();
            parsers.giveBack(parser);
        }
    }

    Buffer lendBuffer() {
        var buffer = buffers.lend();
        return buffer != null ? buffer : new Buffer();
    }

    void giveBack(Buffer buffer) {
        if (!buffer.hasGrown()) {
            buffer.clear();
            buffers.giveBack(buffer);
        }
    }

    RequestFiber lendFiber() {
        var fiber = fibers.lend();
        return fiber != null ? fiber : new RequestFiber(loop, route);
    }

    void giveBack(RequestFiber fiber) {
        if (fiber.isClean()) {
            fiber.recycle();
            fibers.giveBack(fiber);
        }
    }
}
