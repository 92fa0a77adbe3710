package threadwall.kilim.connection;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import threadwall.kilim.http.RequestParser;
import threadwall.kilim.http.ResponseWriter;
import threadwall.kilim.io.Buffer;
import threadwall.kilim.io.StreamSocket;
import threadwall.kilim.loop.EventLoop;

/**
 * The connections of one loop, and the parsers, buffers and fibers that they borrow for the duration of a request. Not
 * thread-safe: for the loop's thread.
 */
final class ConnectionRegistry {
    private final EventLoop loop;
    private final Route route;
    private final ConnectionLimits limits;

    /** Open connections of all loops. */
    private final OpenConnections open;

    private final long epoch = System.nanoTime();
    private final ResponseWriter writer = new ResponseWriter();
    private final ObjectPool<RequestParser> parsers = new ObjectPool<>();
    private final ObjectPool<Buffer> buffers = new ObjectPool<>();
    private final ObjectPool<RequestFiber> fibers = new ObjectPool<>();
    private Connection[] connections = new Connection[64];
    private int count;
    private boolean draining;

    ConnectionRegistry(EventLoop loop, Route route, ConnectionLimits limits, OpenConnections open) {
        this.loop = loop;
        this.route = route;
        this.limits = limits;
        this.open = open;
    }

    EventLoop loop() {
        return loop;
    }

    ConnectionLimits limits() {
        return limits;
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
        try {
            if (count == connections.length) {
                connections = Arrays.copyOf(connections, 2 * count);
            }
            connection = new Connection(this, socket, count);
        } catch (Throwable e) { // out of memory: no connection owns the socket yet
            socket.close();
            open.leave();
            throw e;
        }
        connections[count++] = connection;
        connection.open();
        return connection;
    }

    /** Moves the last connection into the free slot. */
    void remove(int slot) {
        var last = connections[--count];
        connections[count] = null;
        if (slot < count) {
            connections[slot] = last;
            last.move(slot);
        }
        open.leave();
    }

    /** The loop's clock in milliseconds, cut to 32 bits, so it wraps after 24 days. Never 0. */
    int now() {
        return (int) TimeUnit.NANOSECONDS.toMillis(loop.now() - epoch) | 1;
    }

    /**
     * Ends overdue connections and shrinks the pools. It iterates backwards because {@link #remove} moves the last
     * connection.
     */
    void sweep() {
        parsers.trim();
        buffers.trim();
        fibers.trim();
        int now = now();
        for (int i = count - 1; i >= 0; i--) {
            connections[i].endIfOverdue(now);
        }
    }

    /** Ends idle connections now and the others after their response. */
    void drain() {
        draining = true;
        for (int i = count - 1; i >= 0; i--) {
            connections[i].drain();
        }
    }

    void closeAll() {
        for (int i = count - 1; i >= 0; i--) {
            connections[i].close();
        }
    }

    RequestParser lendParser() {
        var parser = parsers.lend();
        return parser != null ? parser : new RequestParser(new Buffer(), limits.http());
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
