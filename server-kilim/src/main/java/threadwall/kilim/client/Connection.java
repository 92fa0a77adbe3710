package threadwall.kilim.client;

import java.time.Duration;
import threadwall.kilim.client.Bounds.Timeouts;
import threadwall.kilim.http.Parsed.Incomplete;
import threadwall.kilim.http.Parsed.Refused;
import threadwall.kilim.http.Progress;
import threadwall.kilim.http.Request;
import threadwall.kilim.http.RequestParser;
import threadwall.kilim.http.Response;
import threadwall.kilim.http.ResponseWriter;
import threadwall.kilim.http.Status;
import threadwall.kilim.io.Buffer;
import threadwall.kilim.io.StreamSocket;
import threadwall.kilim.io.Transport.Ready;
import threadwall.kilim.loop.Complaints;
import threadwall.server.Answer;
import tools.jackson.core.JacksonException;

/**
 * A client's connection. It reads, parses, has a fiber answer, writes in one piece, again; requests that come together are
 * answered in order, one at a time. Idle, it is this object and its socket: parser, buffers and fiber are borrowed from
 * {@link Clients} for as long as bytes of a request or an answer are here.
 *
 * <p>Whatever fails ends in {@link #close}, and a client that goes takes with it what was made for it, at once. A client
 * that closes its side while its request is being answered counts as gone (RFC 9112, section 9.5: monitor connections for a
 * received closure signal, and respond to it by closing both sides).
 */
final class Connection implements Ready, Runnable {
    private enum State {
        /** Between requests, or in one that is not here in full. */
        RECEIVING,
        /** A fiber is at work; bytes that come now wait, up to a small buffer. */
        ANSWERING,
        /** The client has not taken the whole answer yet; until it has, nothing more is read. */
        SENDING,
        /** Our end is sent; what the client still sends is read past, so that it sees why (RFC 9112, section 9.6). */
        LINGERING,
        CLOSED
    }

    /** Nothing is due. */
    private static final int NEVER = 0;

    /** A client that has connected when the server is told to stop sends its request within this, if it is at hand. */
    private static final Duration FIRST_REQUEST = Duration.ofMillis(500);

    private final Clients clients;
    private final StreamSocket socket;

    /** Its place among the loop's connections. */
    private int slot;

    private State state = State.RECEIVING;

    /** How far the request is that {@link #due} was set for. */
    private Progress progress = Progress.NOTHING;

    /** When the wait under way has lasted too long, by {@link Clients#now}; or {@link #NEVER}. */
    private int due;

    /** What the socket tells us of. */
    private byte interest = Ready.READ;

    /** Whether the connection ends with the answer under way, and whether its client may be sending still. */
    private boolean closing;

    private boolean lingers;

    /** Whether a request has come on it. */
    private boolean used;

    /** Whether {@link #serve} is at work, so that an answer which is there at once is not served on top of it. */
    private boolean serving;

    /** Whether its next turn is queued; until then the others have theirs. */
    private boolean queued;

    /** Whether the client was told to go on with the body under way. */
    private boolean continued;

    private RequestParser parser;
    private Buffer out;
    private RequestFiber fiber;

    Connection(Clients clients, StreamSocket socket, int slot) {
        this.clients = clients;
        this.socket = socket;
        this.slot = slot;
    }

    void move(int slot) {
        this.slot = slot;
    }

    void open() {
        try {
            socket.register(this);
            due = in(timeouts().idle());
        } catch (Throwable e) {
            fail(e);
        }
    }

    @Override
    public void ready(int what) {
        try {
            switch (state) {
                case RECEIVING -> {
                    if (!queued) {
                        receive();
                    }
                }
                case ANSWERING -> receiveAhead((what & ENDED) != 0);
                case SENDING -> {
                    send();
                    serve();
                }
                case LINGERING -> readPast();
                case CLOSED -> {}
            }
        } catch (Throwable e) {
            fail(e);
        }
    }

    /** Its turn again, after {@link Bounds#pipeline} requests in a row. */
    @Override
    public void run() {
        queued = false;
        try {
            serve();
        } catch (Throwable e) {
            fail(e);
        }
    }

    private void fail(Throwable e) {
        close();
        Complaints.say("a connection", "failed", e);
    }

    private void receive() {
        var in = lendParser().buffer();
        if (in.room() == 0) {
            in.compact(); // or requests without a pause between them make it grow by all that they ever had
            in.makeRoom(1); // bounded by the parser, which refuses what is longer than a head may be
        }
        if (socket.read(in) == StreamSocket.ENDED) {
            close();
        } else {
            serve();
        }
    }

    /** Takes what comes behind a request under way; above all, notices when the client goes. */
    private void receiveAhead(boolean ended) {
        var in = lendParser().buffer();
        if (in.room() == 0) {
            in.compact();
        }
        if (in.room() > 0 && socket.read(in) == StreamSocket.ENDED || in.room() == 0 && ended) {
            close();
        } else if (in.room() == 0) {
            await(0);
        } else if (in.isEmpty()) {
            giveParserBack();
        }
    }

    /** Answers what is here, until something is missing: bytes, the route's answer, or the client's reading. */
    private void serve() {
        if (serving) {
            return;
        }
        serving = true;
        int turns = clients.bounds().pipeline();
        while (state == State.RECEIVING && parser != null) {
            if (turns-- == 0) {
                queued = true;
                clients.loop().execute(this);
                break;
            }
            var parsed = parser.next();
            if (parsed instanceof Incomplete) {
                awaitMore();
                break;
            } else if (parsed instanceof Refused refused) {
                refuse(refused.response());
            } else {
                begin((Request) parsed);
            }
        }
        serving = false;
    }

    private void begin(Request request) {
        used = true;
        continued = false;
        due = NEVER;
        state = State.ANSWERING;
        if (parser.buffer().isEmpty()) {
            giveParserBack();
        }
        fiber = clients.lendFiber();
        fiber.answer(request, this);
    }

    /** Bounds the time for what is missing, and keeps nothing while nothing has begun. */
    private void awaitMore() {
        if (parser.awaitsContinue() && !continued) {
            tellToGoOn();
            if (state != State.RECEIVING) {
                return;
            }
        }
        boundTime(parser.progress());
        if (progress == Progress.NOTHING) {
            if (parser.buffer().isEmpty()) {
                giveParserBack();
            }
            endIfDraining();
        }
    }

    /** While the server stops, nothing more is awaited of a client that had its answer; of a new one, its request is. */
    private void endIfDraining() {
        if (clients.isDraining()) {
            if (used) {
                close();
            } else {
                due = in(FIRST_REQUEST);
            }
        }
    }

    private void tellToGoOn() {
        continued = true;
        out = clients.lendBuffer();
        ResponseWriter.writeContinue(out);
        send();
    }

    /** A part of a request has its time as a whole, so that sending it a byte at a time gains none. */
    private void boundTime(Progress now) {
        if (now != progress) {
            progress = now;
            due = in(
                    switch (now) {
                        case NOTHING -> timeouts().idle();
                        case HEAD -> timeouts().head();
                        case BODY -> timeouts().body();
                    });
        }
    }

    /** From the loop, when the fiber has ended. */
    void answered(RequestFiber ended) {
        fiber = null;
        var request = ended.request();
        var response = ended.response();
        var failure = ended.failure();
        try {
            clients.giveBack(ended);
            if (state == State.CLOSED) {
                return;
            }
            answer(
                    response == null ? failed(request, failure) : response,
                    request,
                    !request.keepAlive() || clients.isDraining());
            serve();
        } catch (Throwable e) {
            fail(e);
        }
    }

    private static Response failed(Request request, Throwable failure) {
        Complaints.say(request.method() + " " + request.rawPath(), "failed", failure);
        return Response.refusal(Status.INTERNAL_ERROR, Answer.failed());
    }

    private void refuse(Response response) {
        lingers = true;
        answer(response, null, true);
    }

    private void answer(Response response, Request request, boolean close) {
        closing = close;
        out = clients.lendBuffer();
        try {
            clients.writer().write(response, request, close, out);
        } catch (JacksonException e) {
            out.clear();
            clients.writer().write(failed(request, e), request, close, out);
        }
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
            clients.giveBack(out);
            out = null;
            sent();
        } else if (state != State.SENDING) {
            state = State.SENDING;
            due = in(timeouts().write());
            await(WRITE);
        }
    }

    private void sent() {
        if (closing) {
            if (lingers || parser != null && !parser.buffer().isEmpty()) {
                linger();
            } else {
                close();
            }
            return;
        }
        state = State.RECEIVING;
        progress = null; // whatever comes next has its own time
        await(READ);
        if (parser == null) {
            boundTime(Progress.NOTHING);
            endIfDraining();
        }
    }

    /** Closing while the client sends resets the connection, and it might lose the answer that says why. */
    private void linger() {
        state = State.LINGERING;
        due = in(timeouts().linger());
        giveParserBack();
        socket.endOutput();
        await(READ);
    }

    private void readPast() {
        var scrap = clients.lendBuffer();
        if (socket.read(scrap) == StreamSocket.ENDED) {
            close();
        }
        clients.giveBack(scrap);
    }

    /** From time to time, with the loop's clock. */
    void endIfOverdue(int now) {
        if (due == NEVER || now - due < 0) {
            return;
        }
        try {
            end();
        } catch (Throwable e) {
            fail(e);
        }
    }

    /** Its time is up. */
    private void end() {
        if (state == State.RECEIVING && progress != Progress.NOTHING) {
            var late = "the request was not here in full within "
                    + (progress == Progress.HEAD
                                    ? timeouts().head()
                                    : timeouts().body())
                            .toMillis() + " ms";
            refuse(Response.refusal(Status.REQUEST_TIMEOUT, new Answer.Refusal(late)));
        } else {
            close();
        }
    }

    /** As the server stops: a request that has arrived is answered; of idle connections see {@link #endIfDraining}. */
    void drain() {
        queued = false; // its turn is now
        if (state == State.RECEIVING) {
            ready(READ);
        }
    }

    /** Frees all that it has. What it waits for will not come. */
    void close() {
        if (state == State.CLOSED) {
            return;
        }
        state = State.CLOSED;
        due = NEVER;
        out = null; // a part of an answer is in it, or it would have been given back
        clients.remove(slot);
        var unanswered = fiber;
        fiber = null;
        try {
            giveParserBack(); // memory first: what comes then may need some
            if (unanswered != null) {
                unanswered.cancel();
            }
        } finally {
            socket.close();
        }
    }

    private RequestParser lendParser() {
        if (parser == null) {
            parser = clients.lendParser();
        }
        return parser;
    }

    private void giveParserBack() {
        if (parser != null) {
            var given = parser;
            parser = null;
            clients.giveBack(given);
        }
    }

    private void await(int wanted) {
        if (interest != wanted) {
            interest = (byte) wanted;
            socket.await(wanted);
        }
    }

    private Timeouts timeouts() {
        return clients.bounds().timeouts();
    }

    private int in(Duration bound) {
        return clients.now() + (int) bound.toMillis() | 1;
    }
}
