package threadwall.kilim.connection;

import static threadwall.kilim.connection.ConnectionState.ANSWERING;
import static threadwall.kilim.connection.ConnectionState.BODY;
import static threadwall.kilim.connection.ConnectionState.CLOSED;
import static threadwall.kilim.connection.ConnectionState.FULL;
import static threadwall.kilim.connection.ConnectionState.HEAD;
import static threadwall.kilim.connection.ConnectionState.IDLE;
import static threadwall.kilim.connection.ConnectionState.LATE;
import static threadwall.kilim.connection.ConnectionState.LINGERING;
import static threadwall.kilim.connection.ConnectionState.NEW;
import static threadwall.kilim.connection.ConnectionState.SENDING;
import static threadwall.kilim.connection.ConnectionState.STARTING;
import static threadwall.kilim.connection.ConnectionState.YIELDED;

import threadwall.kilim.http.HttpStatus;
import threadwall.kilim.http.ParseResult.Incomplete;
import threadwall.kilim.http.ParseResult.Refused;
import threadwall.kilim.http.Request;
import threadwall.kilim.http.RequestParser;
import threadwall.kilim.http.RequestProgress;
import threadwall.kilim.http.Response;
import threadwall.kilim.http.ResponseWriter;
import threadwall.kilim.io.Buffer;
import threadwall.kilim.io.StreamSocket;
import threadwall.kilim.io.Transport.ReadinessHandler;
import threadwall.kilim.loop.ErrorLog;
import threadwall.server.Answer;
import tools.jackson.core.JacksonException;

/**
 * A client's connection, as a state machine: {@link ConnectionState} lists its states, {@link #enter} is the only
 * transition. Pipelined requests are answered in order, one at a time. An idle connection is this object and its socket;
 * parser, buffers and fiber are borrowed from {@link ConnectionRegistry} while a request or a response is in progress.
 *
 * <p>Every failure ends in {@link #close}. When the client leaves, its request is cancelled at once. A client that shuts
 * down its sending side while its request is being answered counts as gone (RFC 9112, section 9.5: monitor connections for
 * a received closure signal, and respond to it by closing both sides).
 */
final class Connection implements ReadinessHandler, Runnable {
    private final ConnectionRegistry registry;
    private final StreamSocket socket;

    /** Its place in {@link TimeoutLists}. */
    private int slot;

    private ConnectionState state = NEW;

    /** IDLE, LINGERING or CLOSED: the state once {@link #out} has been sent. */
    private ConnectionState afterSending;

    /** Bytes that are counted for it in {@link HeldMemory}. */
    private int held;

    private RequestParser parser;
    private Buffer out;
    private RequestFiber fiber;

    Connection(ConnectionRegistry registry, StreamSocket socket) {
        this.registry = registry;
        this.socket = socket;
    }

    /**
     * Changes the state, and with it the timeout and the events to wait for. A state that lasts keeps its time: a client
     * gains none by sending its request one byte at a time.
     */
    private void enter(ConnectionState next) {
        if (next == state) {
            return;
        }
        assert state.successors().contains(next) : state + " to " + next;
        boolean otherEvents = next.interest != state.interest && next != CLOSED;
        state = next;
        if (next.timeout != null) {
            registry.startTimeout(next.timeout, slot);
        }
        if (otherEvents) {
            socket.await(next.interest);
        }
    }

    /** @param slot its place in {@link TimeoutLists} */
    void open(int slot) {
        this.slot = slot;
        try {
            socket.register(this);
            registry.startTimeout(state.timeout, slot);
        } catch (Throwable e) {
            fail(e);
        }
    }

    @Override
    public void ready(int what) {
        try {
            switch (state) {
                case NEW, LATE, IDLE, HEAD, BODY -> receive();
                case ANSWERING, FULL -> receiveAhead((what & ENDED) != 0);
                case SENDING -> {
                    send();
                    serve();
                }
                case LINGERING -> drop();
                case YIELDED, STARTING, CLOSED -> {}
            }
        } catch (Throwable e) {
            fail(e);
        }
    }

    /** Its next turn, after {@link #YIELDED}. */
    @Override
    public void run() {
        try {
            if (state == YIELDED) {
                enter(IDLE);
                serve();
            }
        } catch (Throwable e) {
            fail(e);
        }
    }

    private void fail(Throwable e) {
        close();
        ErrorLog.report("a connection", "failed", e);
    }

    private void receive() {
        var in = lendParser().buffer();
        if (in.room() == 0) {
            in.compact(); // else pipelined requests would make the buffer grow by all that was ever sent
            in.makeRoom(1); // bounded by the parser, which refuses an oversized head
        }
        if (socket.read(in) == StreamSocket.ENDED) {
            close();
        } else {
            serve();
        }
    }

    /** Reads what follows a request that is being answered, above all to notice when the client leaves. */
    private void receiveAhead(boolean ended) {
        var in = lendParser().buffer();
        if (in.room() == 0) {
            in.compact();
        }
        if (in.room() > 0 && socket.read(in) == StreamSocket.ENDED || in.room() == 0 && ended) {
            close();
        } else if (in.isEmpty()) {
            giveParserBack();
        } else if (!hold() || in.room() == 0) {
            enter(FULL);
        }
    }

    /** Answers the requests in the buffer, until it has to wait for bytes, for a fiber, or for the client to read. */
    private void serve() {
        int most = registry.limits().pipeline();
        for (int begun = 0; parser != null && state.isReceiving(); begun++) {
            boolean over = registry.loop().isTurnOver() || begun == most;
            if (over && begun > 0) {
                enter(YIELDED);
                registry.loop().execute(this);
                return;
            }
            var parsed = parser.next();
            if (parsed instanceof Incomplete) {
                awaitRest();
                return;
            } else if (parsed instanceof Refused(HttpStatus status, String reason)) {
                refuse(status, reason);
            } else {
                begin((Request) parsed);
            }
        }
    }

    private void begin(Request request) {
        enter(STARTING);
        if (parser.buffer().isEmpty()) {
            giveParserBack();
        }
        fiber = registry.lendFiber();
        fiber.answer(request, this);
        if (state == STARTING) {
            enter(ANSWERING);
            if (parser != null) {
                parser.buffer().shrink();
                hold();
            }
        }
    }

    /** The buffer holds no complete request. */
    private void awaitRest() {
        if (parser.awaitsContinue()) {
            parser.continueSent();
            out = registry.lendBuffer();
            ResponseWriter.writeContinue(out);
            send(IDLE);
            if (!state.isReceiving()) {
                return;
            }
        }
        var progress = parser.progress();
        if (progress == RequestProgress.NOTHING) {
            awaitRequest();
        } else if (hold()) {
            enter(progress == RequestProgress.HEAD ? HEAD : BODY);
        } else {
            long most = registry.memory().most();
            refuse(HttpStatus.UNAVAILABLE, "requests that are not here in full hold " + most + " bytes of memory");
        }
    }

    /** Nothing of the next request has arrived, so nothing is kept for it. While the server stops, none is awaited. */
    private void awaitRequest() {
        giveParserBack();
        if (!registry.isDraining()) {
            enter(state == NEW ? NEW : IDLE);
        } else if (state == NEW || state == LATE) {
            enter(LATE);
        } else {
            close();
        }
    }

    /** From the loop, when the fiber has ended. */
    void answered(RequestFiber ended) {
        boolean atOnce = state == STARTING; // then serve() has called, and goes on by itself
        fiber = null;
        var request = ended.request();
        var response = ended.response();
        var failure = ended.failure();
        try {
            registry.giveBack(ended);
            if (state == CLOSED) {
                return;
            }
            boolean last = !request.keepAlive() || registry.isDraining();
            respond(response == null ? failed(request, failure) : response, request, last ? CLOSED : IDLE);
            if (!atOnce) {
                serve();
            }
        } catch (Throwable e) {
            fail(e);
        }
    }

    private static Response failed(Request request, Throwable failure) {
        ErrorLog.report(request.method() + " " + request.rawPath(), "failed", failure);
        return Response.of(HttpStatus.INTERNAL_ERROR, Answer.failed());
    }

    /** The client may still be sending. */
    private void refuse(HttpStatus status, String reason) {
        respond(Response.of(status, new Answer.Refusal(reason)), null, LINGERING);
    }

    private void respond(Response response, Request request, ConnectionState next) {
        boolean last = next != IDLE;
        out = registry.lendBuffer();
        try {
            registry.writer().write(response, request, last, out);
        } catch (JacksonException e) {
            out.clear();
            registry.writer().write(failed(request, e), request, last, out);
        }
        send(next);
    }

    private void send(ConnectionState next) {
        afterSending = next;
        send();
    }

    private void send() {
        int written;
        do {
            written = socket.write(out);
        } while (written > 0 && !out.isEmpty());
        if (written == StreamSocket.ENDED) {
            close();
        } else if (out.isEmpty()) {
            giveBufferBack();
            sent();
        } else if (hold()) {
            enter(SENDING);
        } else {
            close();
        }
    }

    private void sent() {
        if (afterSending == IDLE && parser == null) {
            awaitRequest();
        } else if (afterSending == IDLE) {
            enter(IDLE);
        } else if (afterSending == LINGERING
                || parser != null && !parser.buffer().isEmpty()) {
            linger();
        } else {
            close();
        }
    }

    /** To close while the client sends would reset the connection, and the client might lose the response. */
    private void linger() {
        enter(LINGERING);
        giveParserBack();
        socket.endOutput();
    }

    /** Reads and drops. */
    private void drop() {
        var scrap = registry.lendBuffer();
        if (socket.read(scrap) == StreamSocket.ENDED) {
            close();
        }
        registry.giveBack(scrap);
    }

    /** Its timeout is over. It enters another state. */
    void overdue() {
        try {
            if (state == HEAD || state == BODY) {
                int bound = state.timeout.millis(registry.limits().timeouts());
                refuse(HttpStatus.REQUEST_TIMEOUT, "the request was not here in full within " + bound + " ms");
            } else {
                close();
            }
        } catch (Throwable e) {
            fail(e);
        }
    }

    /** As the server stops: answers a request that has arrived; {@link #awaitRequest} ends idle connections. */
    void drain() {
        if (state == YIELDED) {
            enter(IDLE); // its turn is now
        }
        if (state.isReceiving()) {
            ready(READ);
        }
    }

    /** Frees all that it has, and cancels its request. */
    void close() {
        if (state == CLOSED) {
            return;
        }
        enter(CLOSED);
        out = null; // not given back: a part of a response is in it
        release();
        registry.remove(slot);
        var unanswered = fiber;
        fiber = null;
        try {
            giveParserBack(); // first, as it frees memory that the rest may need
            if (unanswered != null) {
                unanswered.cancel();
            }
        } finally {
            socket.close();
        }
    }

    private RequestParser lendParser() {
        if (parser == null) {
            parser = registry.lendParser();
        }
        return parser;
    }

    private void giveParserBack() {
        if (parser != null) {
            var given = parser;
            parser = null;
            release();
            registry.giveBack(given);
        }
    }

    private void giveBufferBack() {
        var given = out;
        out = null;
        release();
        registry.giveBack(given);
    }

    /** Counts what it holds while it waits for its client; whether that is allowed. */
    private boolean hold() {
        int before = held;
        held = (parser == null ? 0 : parser.capacity()) + (out == null ? 0 : out.array().length);
        return registry.memory().change(held - before);
    }

    private void release() {
        if (held > 0) {
            hold();
        }
    }
}
