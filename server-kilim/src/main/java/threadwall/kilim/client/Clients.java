package threadwall.kilim.client;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import threadwall.kilim.http.RequestParser;
import threadwall.kilim.http.ResponseWriter;
import threadwall.kilim.io.Buffer;
import threadwall.kilim.io.StreamSocket;
import threadwall.kilim.loop.EventLoop;

/**
 * The connections of one loop, and what they borrow for the time of a request: parsers, buffers and fibers. Those given
 * back last are lent first, while they are in the processor's cache. For the loop's thread.
 */
final class Clients {
    /** Kept for the next requests, as long as there are clients; what a burst took beyond is left to the collector. */
    private static final int KEPT_FIBERS = 256;

    /** Of parsers and of buffers: they are out while a request comes or an answer goes, which is seldom seen of many. */
    private static final int KEPT_BUFFERS = 16;

    private final EventLoop loop;
    private final Route route;
    private final Bounds bounds;

    /** Open connections of all loops. */
    private final OpenConnections open;

    private final long epoch = System.nanoTime();
    private final ResponseWriter writer = new ResponseWriter();
    private final ArrayDeque<RequestParser> parsers = new ArrayDeque<>();
    private final ArrayDeque<Buffer> buffers = new ArrayDeque<>();
    private final ArrayDeque<RequestFiber> fibers = new ArrayDeque<>();
    private Connection[] connections = new Connection[64];
    private int count;
    private boolean draining;

    Clients(EventLoop loop, Route route, Bounds bounds, OpenConnections open) {
        this.loop = loop;
        this.route = route;
        this.bounds = bounds;
        this.open = open;
    }

    EventLoop loop() {
        return loop;
    }

    Bounds bounds() {
        return bounds;
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

    /** Looks after those that are overdue. From the end, as {@link #remove} moves the last. */
    void sweep() {
        if (count == 0) {
            parsers.clear();
            buffers.clear();
            fibers.clear();
        }
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
        var parser = parsers.pollFirst();
        return parser != null ? parser : new RequestParser(new Buffer(), bounds.http());
    }

    void giveBack(RequestParser parser) {
        if (parsers.size() < KEPT_BUFFERS && !parser.buffer().hasGrown()) {
            parser.reset();
            parsers.addFirst(parser);
        }
    }

    Buffer lendBuffer() {
        var buffer = buffers.pollFirst();
        return buffer != null ? buffer : new Buffer();
    }

    void giveBack(Buffer buffer) {
        if (buffers.size() < KEPT_BUFFERS && !buffer.hasGrown()) {
            buffer.clear();
            buffers.addFirst(buffer);
        }
    }

    RequestFiber lendFiber() {
        var fiber = fibers.pollFirst();
        return fiber != null ? fiber : new RequestFiber(loop, route);
    }

    void giveBack(RequestFiber fiber) {
        if (fibers.size() < KEPT_FIBERS && fiber.isClean()) {
            fiber.recycle();
            fibers.addFirst(fiber);
        }
    }
}
