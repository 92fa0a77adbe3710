package threadwall.kilim.connection;

import static threadwall.kilim.connection.ConnectionState.ANSWERING;
import static threadwall.kilim.connection.ConnectionState.ANSWERING_UNREAD;
import static threadwall.kilim.connection.ConnectionState.BODY;
import static threadwall.kilim.connection.ConnectionState.CLOSED;
import static threadwall.kilim.connection.ConnectionState.HEAD;
import static threadwall.kilim.connection.ConnectionState.IDLE;
import static threadwall.kilim.connection.ConnectionState.LATE;
import static threadwall.kilim.connection.ConnectionState.LINGERING;
import static threadwall.kilim.connection.ConnectionState.NEW;
import static threadwall.kilim.connection.ConnectionState.READ_ENOUGH;
import static threadwall.kilim.connection.ConnectionState.SENDING;
import static threadwall.kilim.connection.ConnectionState.STARTING;
import static threadwall.kilim.connection.ConnectionState.YIELDED;

import threadwall.kilim.http.HttpStatus;
import threadwall.kilim.http.ParseResult.Incomplete;
import threadwall.kilim.http.ParseResult.Refused;
import threadwall.kilim.http.Request;
import threadwall.kilim.http.RequestParser;
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
 * transition. Pipelined requests are answered in order, one at a time; answers that are ready together are sent together.
 * An idle connection is this object and its socket; parser, buffers and fiber are borrowed from
 * {@link ConnectionRegistry} while a request or a response is in progress.
 *
 * <p>Every failure ends in {@link #close}. When the client resets the connection, its request is cancelled at once. A
 * client that ends its input gets the answers to all that it has sent; one that has closed for good looks the same until
 * it is sent something.
 */
final class Connection implements ReadinessHandler, Runnable {
    private final ConnectionRegistry registry;
    private final StreamSocket socket;

    /** Its place in {@link TimeoutLists}. */
    private int slot;

    private ConnectionState state = NEW;

    /** IDLE, LINGERING or CLOSED: the state once {@link #out} has been sent. */
    private ConnectionState afterSending;

    /** The client has sent all that it will. */
    private boolean inputEnded;

    /** What {@link #prefetch} has read for {@link #ready}: 1 = bytes or none, -1 = the connection has ended; 0 = nothing. */
    private byte prefetched;

    /** Bytes that are counted for it in {@link HeldMemory}. */
    private int held;

    private RequestParser parser;

    /** Answers that have not been sent: of pipelined requests, or those that the kernel has not taken yet. */
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
            if (registry.isDraining()) {
                enter(LATE);
            }
        } catch (Throwable e) {
            fail(e);
        }
    }

    @Override
    public void prefetch() {
        if (state.isReceiving() && prefetched == 0) {
            try {
                prefetched = fill();
            } catch (Throwable e) {
                fail(e);
            }
        }
    }

    @Override
    public void ready(int what) {
        try {
            if ((what & UNSENT) != 0) {
                awaitSent();
            }
            switch (state) {
                case NEW, LATE, IDLE, HEAD, BODY -> receive();
                case ANSWERING -> receiveAhead();
                case READ_ENOUGH -> {
                    if ((what & GONE) != 0) {
                        close();
                    }
                }
                case ANSWERING_UNREAD -> {
                    if ((what & ~UNSENT) != 0) {
                        sendAhead();
                    }
                }
                case SENDING -> {
                    if ((what & ~UNSENT) != 0) {
                        send();
                        serve();
                    }
                }
                case LINGERING -> {
                    if (drop() < 0) {
                        close();
                    }
                }
                case YIELDED, STARTING, CLOSED -> {}
            }
        } catch (Throwable e) {
            fail(e);
        }
    }

    /** The kernel has not taken all of the answers that counted as sent. */
    private void awaitSent() {
        if (state == ANSWERING) {
            enter(ANSWERING_UNREAD);
        } else if (state.isReceiving()) {
            afterSending = IDLE;
            enter(SENDING);
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
        boolean full;
        do {
            int read = prefetched == 0 ? fill() : prefetched;
            prefetched = 0;
            if (read < 0) {
                close(); // its last request will never be complete
                return;
            }
            full = parser.buffer().room() == 0;
            serve();
        } while (full && state.isReceiving() && !registry.loop().isTurnOver());
    }

    /** Reads what fits; returns as {@link #prefetched}. */
    private byte fill() {
        var in = lendParser().buffer();
        if (in.room() == 0) {
            in.compact(); // else pipelined requests would make the buffer grow by all that was ever sent
            in.makeRoom(1); // bounded by the parser, which refuses an oversized head
        }
        return (byte) (socket.read(in) < 0 ? -1 : 1);
    }

    /** Reads what follows a request that is being answered, above all to notice when the client is gone. */
    private void receiveAhead() {
        var in = lendParser().buffer();
        if (in.room() == 0) {
            in.compact();
        }
        int read = in.room() == 0 ? 0 : socket.read(in);
        if (read == StreamSocket.GONE) {
            close();
            return;
        }
        inputEnded = read == StreamSocket.ENDED;
        boolean enough = inputEnded || in.room() == 0;
        if (in.isEmpty()) {
            giveParserBack();
        } else {
            enough |= !hold();
        }
        if (enough) {
            enter(READ_ENOUGH);
        }
    }

    /** Answers the requests in the buffer, until it has to wait for bytes, for a fiber, or for the client to read. */
    private void serve() {
        int most = registry.limits().pipeline();
        for (int begun = 0; parser != null && state.isReceiving(); begun++) {
            boolean over = registry.loop().isTurnOver() || begun == most;
            if (over && begun > 0) {
                if (flush(IDLE)) {
                    enter(YIELDED);
                    registry.loop().execute(this);
                }
                return;
            }
            var parsed = parser.next();
            if (parsed instanceof Incomplete) {
                if (flush(inputEnded ? CLOSED : IDLE)) {
                    awaitRest();
                }
                return;
            } else if (parsed instanceof Refused(HttpStatus status, String reason)) {
                refuse(Response.of(status, new Answer.Refusal(reason)));
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
        fiber.answer(request, this, System.nanoTime());
        if (state == STARTING) {
            enter(ANSWERING);
            if (parser != null) {
                parser.buffer().shrink();
                hold();
            }
            if (out != null) {
                sendAhead();
            }
        }
    }

    /** The buffer holds no complete request. */
    private void awaitRest() {
        if (inputEnded) {
            close();
            return;
        }
        if (parser.awaitsContinue()) {
            parser.continueSent();
            out = registry.lendBuffer();
            ResponseWriter.writeContinue(out);
            send(IDLE);
            if (!state.isReceiving()) {
                return;
            }
        }
        if (parser.isFresh()) {
            giveParserBack();
            awaitRequest();
        } else if (hold()) {
            switch (parser.progress()) {
                case NOTHING -> awaitRequest();
                case HEAD -> enter(HEAD);
                case BODY -> enter(BODY);
            }
        } else {
            var reason = "incomplete requests hold "
                    + registry.shared().memory().most() + " bytes of memory; try again later";
            refuse(Response.unavailable(new Answer.Refusal(reason)));
        }
    }

    /** Nothing of the next request has arrived. While the server stops, none is awaited. */
    private void awaitRequest() {
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
        long began = ended.began();
        try {
            registry.giveBack(ended);
            if (state == CLOSED) {
                return;
            }
            registry.loop().requestEnded(began);
            respond(response == null ? failed(request, failure) : response, request, after(request), began);
            if (!atOnce) {
                serve();
            }
        } catch (Throwable e) {
            fail(e);
        }
    }

    /** A client that has not asked for the end of the connection may be sending its next request. */
    private ConnectionState after(Request request) {
        if (!request.keepAlive() || inputEnded && parser == null) {
            return CLOSED;
        }
        return registry.isDraining() ? LINGERING : IDLE;
    }

    private static Response failed(Request request, Throwable failure) {
        ErrorLog.report(request.method() + " " + request.rawPath(), "failed", failure);
        return Response.of(HttpStatus.INTERNAL_ERROR, Answer.failed());
    }

    /** The client may still be sending. */
    private void refuse(Response response) {
        registry.shared().refusals().answered(response.status());
        registry.loop().requestEnded(System.nanoTime());
        respond(response, null, LINGERING, 0);
    }

    /** {@link #serve} goes on with the requests behind this one, if there are any, and sends their answers together. */
    private void respond(Response response, Request request, ConnectionState next, long began) {
        boolean last = next != IDLE;
        var sent = response;
        var answer = registry.lendBuffer();
        try {
            registry.writer().write(sent, request, last, answer);
        } catch (JacksonException e) {
            answer.clear();
            sent = failed(request, e);
            registry.writer().write(sent, request, last, answer);
        }
        var log = registry.accessLog();
        if (log != null) {
            log.add(socket.peer(), request, sent.status(), answer.length(), began);
        }
        boolean waits = append(answer) && !last && parser != null;
        if (waits) {
            enter(IDLE);
        } else if (state != CLOSED) {
            send(next);
        }
    }

    /**
     * Puts an answer behind those of earlier requests that have not been sent. What does not fit behind them makes them
     * leave first.
     *
     * @return whether more answers may follow before they are sent; false if the kernel takes no more, or all is closed
     */
    private boolean append(Buffer answer) {
        boolean fits = out == null || out.room() >= answer.length();
        if (!fits) {
            write(false);
        }
        if (out == null && state != CLOSED) {
            out = answer;
            return true;
        }
        if (out != null) {
            out.put(answer.array(), answer.start(), answer.length());
        }
        registry.giveBack(answer);
        return fits;
    }

    /** Sends the answers that have been put together; whether requests may be received. */
    private boolean flush(ConnectionState next) {
        if (out != null) {
            send(next);
        }
        return state.isReceiving();
    }

    /** Sends the answers to the requests before the one that is being answered. */
    private void sendAhead() {
        write(false);
        if (state != CLOSED) {
            enter(out == null ? ANSWERING : ANSWERING_UNREAD);
        }
    }

    private void send(ConnectionState next) {
        afterSending = next;
        send();
    }

    private void send() {
        write(afterSending != IDLE);
        if (out != null) {
            enter(SENDING);
        } else if (state != CLOSED) {
            sent();
        }
    }

    /** Sends what the kernel takes. It closes the connection if that is gone, or the rest more than may be held. */
    private void write(boolean last) {
        if (out == null) {
            return;
        }
        int written;
        do {
            written = socket.write(out, last);
        } while (written > 0 && !out.isEmpty());
        if (written == StreamSocket.GONE) {
            close();
        } else if (out.isEmpty()) {
            giveBufferBack();
        } else if (!hold()) {
            registry.shared().refusals().unread();
            close();
        }
    }

    private void sent() {
        if (afterSending == IDLE && parser == null) {
            awaitRequest();
        } else if (afterSending == IDLE) {
            enter(IDLE);
        } else if (inputEnded) {
            close();
        } else {
            end();
        }
    }

    /**
     * To close while the client sends would reset the connection, and the client might lose the response. So our end is
     * sent first, and with it the response if the kernel still keeps that; only then we look whether the client sends.
     */
    private void end() {
        socket.endOutput();
        if (afterSending == LINGERING || hasUnread()) {
            enter(LINGERING);
            giveParserBack();
        } else {
            close();
        }
    }

    /** Whether there are bytes behind the last request, here or in the kernel. */
    private boolean hasUnread() {
        return parser != null && !parser.buffer().isEmpty() || drop() > 0;
    }

    /** Reads and drops; returns what {@link StreamSocket#read} returns. */
    private int drop() {
        var scrap = registry.lendBuffer();
        int read = socket.read(scrap);
        registry.giveBack(scrap);
        return read;
    }

    /** Its timeout is over. It enters another state. */
    void overdue() {
        try {
            if (state == HEAD || state == BODY) {
                int bound = state.timeout.millis(registry.limits().timeouts());
                var reason = "the request was incomplete after " + bound + " ms";
                refuse(Response.of(HttpStatus.REQUEST_TIMEOUT, new Answer.Refusal(reason)));
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

    boolean isClosed() {
        return state == CLOSED;
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
        return registry.shared().memory().change(held - before);
    }

    private void release() {
        if (held > 0) {
            hold();
        }
    }
}
