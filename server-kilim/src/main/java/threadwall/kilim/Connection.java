package threadwall.kilim;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import kilim.Pausable;
import kilim.Task;
import kilim.nio.EndPoint;
import threadwall.kilim.http.HttpBounds;
import threadwall.kilim.http.Parsed.Incomplete;
import threadwall.kilim.http.Parsed.Refused;
import threadwall.kilim.http.Progress;
import threadwall.kilim.http.Request;
import threadwall.kilim.http.RequestParser;
import threadwall.kilim.http.Response;
import threadwall.kilim.http.Status;
import threadwall.kilim.io.Buffer;
import threadwall.server.Answer;

/**
 * A client's connection, and the fiber that serves it: read, parse, route, write in one piece, again; requests that
 * come together are answered in order. Every way out of {@link #execute} closes the socket.
 *
 * <p>Disconnects are return codes, not exceptions: a catch in a woven method costs a whole stack trace when it fires.
 */
final class Connection extends Task<Void> {
    /** Bytes read past after an answer that ends the connection early. */
    private static final int LINGER_LIMIT = 1024 * 1024;

    /** Requests answered without a pause before the other fibers of this thread get a turn. */
    private static final int TURN = 64;

    /** What {@link #receive} returns when nothing will ever come: the peer has closed or reset the connection. */
    private static final int ENDED = -1;

    private static final long NEVER = Long.MAX_VALUE;

    private final SocketChannel channel;
    private final EndPoint endPoint;
    private final KilimSelector selector;
    private final Connections connections;
    private final Route route;
    private final Timeouts timeouts;
    private final Buffer buffer = new Buffer();
    private final RequestParser parser = new RequestParser(buffer, HttpBounds.DEFAULT);

    /** When the request under way has to be here in full; NEVER between requests. */
    private long requestDeadline = NEVER;

    /** System.nanoTime() at which the wait under way has lasted too long; NEVER while a route is at work. */
    private volatile long deadline = NEVER;

    /** Whether it waits for a request of which nothing has come. */
    private volatile boolean idle;

    Connection(SocketChannel channel, KilimSelector selector, Connections connections, Route route, Timeouts timeouts) {
        this.channel = channel;
        this.selector = selector;
        this.connections = connections;
        this.route = route;
        this.timeouts = timeouts;
        endPoint = new EndPoint(selector, channel);
    }

    @Override
    public void execute() throws Pausable, IOException {
        connections.opened(this);
        try {
            if (serve()) {
                linger();
            }
        } finally {
            close();
        }
    }

    /** Answers until the connection shall end; returns whether the client may be sending still. */
    private boolean serve() throws Pausable, IOException {
        int turns = 0;
        while (true) {
            var parsed = parser.next();
            if (parsed == Incomplete.INCOMPLETE) {
                if (parser.awaitsContinue() && !send(ByteBuffer.wrap(Response.CONTINUE))) {
                    return false;
                }
                if (!awaitMore(parser.progress() != Progress.NOTHING)) {
                    return false;
                }
                continue;
            }
            if (parsed instanceof Refused refused) {
                return send(refused.response().encode(null, true));
            }
            var request = (Request) parsed;
            deadline = NEVER;
            requestDeadline = NEVER;
            var response = answer(request);
            boolean close = !request.keepAlive() || connections.isDraining();
            if (!send(response.encode(request, close))) {
                return false;
            }
            if (close) {
                return !buffer.isEmpty();
            }
            if (++turns == TURN) {
                turns = 0;
                Task.yield();
            }
        }
    }

    private Response answer(Request request) throws Pausable {
        try {
            return route.answer(request);
        } catch (RuntimeException e) {
            System.err.println("kilim: " + request.method() + " " + request.rawPath() + " failed");
            e.printStackTrace();
            return Response.refusal(Status.INTERNAL_ERROR, Answer.failed());
        }
    }

    /** Reads at least a byte; false if the client has gone, was too slow, or the server stops. */
    private boolean awaitMore(boolean requestUnderWay) throws Pausable, IOException {
        while (true) {
            int read = receive();
            if (read != 0) {
                idle = false;
                return read > 0;
            }
            deadline = requestUnderWay ? requestDeadline() : in(timeouts.idle());
            idle = !requestUnderWay;
            if (idle && connections.isDraining()) {
                return false;
            }
            endPoint.pauseUntilReadable();
        }
    }

    /** The same for all parts of a request, so that sending it a byte at a time gains no time. */
    private long requestDeadline() {
        if (requestDeadline == NEVER) {
            requestDeadline = in(timeouts.request());
        }
        return requestDeadline;
    }

    /** Writes all of it, as a rule at once; false if the client has gone or takes nothing. */
    private boolean send(ByteBuffer bytes) throws Pausable, IOException {
        while (write(bytes)) {
            if (!bytes.hasRemaining()) {
                return true;
            }
            deadline = in(timeouts.stalled());
            endPoint.pauseUntilWritable();
        }
        return false;
    }

    private boolean write(ByteBuffer bytes) {
        try {
            channel.write(bytes);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Ends our side and waits for the client's: closing a socket with unread bytes resets it, and the client might lose
     * the answer that says why.
     */
    private void linger() throws Pausable, IOException {
        if (!endOutput()) {
            return;
        }
        deadline = in(timeouts.linger());
        for (int skipped = 0; skipped < LINGER_LIMIT; ) {
            buffer.use(buffer.length());
            int read = receive();
            if (read == ENDED) {
                return;
            }
            if (read == 0) {
                endPoint.pauseUntilReadable();
            }
            skipped += read;
        }
    }

    /** Reads what is there, without waiting: how many bytes, 0 when there are none yet, or ENDED. */
    private int receive() {
        buffer.makeRoom(1);
        try {
            int read = channel.read(ByteBuffer.wrap(buffer.array(), buffer.end(), buffer.room()));
            buffer.put(Math.max(read, 0));
            return read;
        } catch (IOException e) {
            return ENDED;
        }
    }

    private boolean endOutput() {
        try {
            channel.shutdownOutput();
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static long in(Duration bound) {
        return System.nanoTime() + bound.toNanos();
    }

    /** From any thread. */
    boolean isOverdue(long now) {
        long due = deadline;
        return due != NEVER && now - due >= 0;
    }

    /** From any thread. */
    boolean isIdle() {
        return idle;
    }

    /**
     * From any thread: ends both directions, which wakes the fiber wherever it waits for its socket; it then closes.
     */
    void cut() {
        try {
            channel.shutdownInput();
            channel.shutdownOutput();
        } catch (IOException e) {
            // it was closed in the meantime, as intended
        }
    }

    /** By its own fiber, or when no fiber runs any more: see {@link KilimSelector}. */
    void close() {
        boolean registered = channel.isRegistered();
        try {
            channel.close();
        } catch (IOException e) {
            // its descriptor is gone all the same
        }
        connections.closed(this);
        if (registered) {
            selector.wake();
        }
    }
}
