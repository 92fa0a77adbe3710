package threadwall.kilim.connection;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import threadwall.kilim.http.RequestParser;
import threadwall.kilim.http.ResponseWriter;
import threadwall.kilim.io.Buffer;
import threadwall.kilim.io.StreamSocket;
import threadwall.kilim.loop.EventLoop;

/**
 * The connections of one loop, and what they borrow for the time of a request: parsers, buffers and fibers. For the
 * loop's thread.
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

    /** Whether answers should be the last of their connection. */
    boolean isDraining() {
        return draining;
    }

    /** A new connection, for which {@link OpenConnections#enter} was called. */
    Connection add(StreamSocket socket) {
        Connection connection;
        try {
            if (count == connections.length) {
                connections = Arrays.copyOf(connections, 2 * count);
            }
            connection = new Connection(this, socket, count);
        } catch (Throwable e) { // no memory: there is nobody yet who would close it
            socket.close();
            open.leave();
            throw e;
        }
        connections[count++] = connection;
        connection.open();
        return connection;
    }

    /** The last one takes its place. */
    void remove(int slot) {
        var last = connections[--count];
        connections[count] = null;
        if (slot < count) {
            connections[slot] = last;
            last.move(slot);
        }
        open.leave();
    }

    /** Milliseconds of this loop's own clock, without the part that changes every 24 days. Never 0. */
    int now() {
        return (int) TimeUnit.NANOSECONDS.toMillis(loop.now() - epoch) | 1;
    }

    /** Looks after those that are overdue, and lets go of what nobody needed. From the end, as {@link #remove} moves the last. */
    void sweep() {
        parsers.trim();
        buffers.trim();
        fibers.trim();
        int now = now();
        for (int i = count - 1; i >= 0; i--) {
            connections[i].endIfOverdue(now);
        }
    }

    /** Ends idle connections now and the others with their answer. */
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
