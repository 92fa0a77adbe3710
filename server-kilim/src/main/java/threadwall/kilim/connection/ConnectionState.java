package threadwall.kilim.connection;

import java.util.EnumSet;
import java.util.Set;
import threadwall.kilim.io.Transport.ReadinessHandler;

/** What a connection is doing, which events wake it meanwhile, and how long that may take. */
enum ConnectionState {
    /** Connected; no request has arrived yet. */
    NEW(ReadinessHandler.READ, TimeoutKind.IDLE),
    /** NEW when the server began to stop: its first request may be on the way. */
    LATE(ReadinessHandler.READ, TimeoutKind.FIRST_REQUEST),
    /** Between two requests. */
    IDLE(ReadinessHandler.READ, TimeoutKind.IDLE),
    /** A part of a request's head has arrived. */
    HEAD(ReadinessHandler.READ, TimeoutKind.HEAD),
    /** The head is complete; a part of the body is missing. */
    BODY(ReadinessHandler.READ, TimeoutKind.BODY),
    /** Its turn in this round of the loop is over; the next is queued behind those of other connections. */
    YIELDED(ReadinessHandler.READ, TimeoutKind.NONE),
    /** The fiber runs for the first time, called by {@link Connection#serve}, which goes on if the fiber ends at once. */
    STARTING(ReadinessHandler.READ, null),
    /** The fiber is paused. The connection reads ahead, up to one small buffer, and so notices when the client is gone. */
    ANSWERING(ReadinessHandler.READ, TimeoutKind.NONE),
    /** The fiber is paused and nothing more is read: that buffer is full, or the client has sent all. */
    READ_ENOUGH(0, TimeoutKind.NONE),
    /** The fiber is paused, and the kernel has not taken the answers before it yet; until it has, nothing more is read. */
    ANSWERING_UNREAD(ReadinessHandler.WRITE, TimeoutKind.WRITE),
    /** The kernel has not taken the whole response yet; until it has, nothing more is read. */
    SENDING(ReadinessHandler.WRITE, TimeoutKind.WRITE),
    /** Our end is sent. What the client still sends is read and dropped, so that it sees why (RFC 9112, section 9.6). */
    LINGERING(ReadinessHandler.READ, TimeoutKind.LINGER),
    CLOSED(0, null);

    /** Events that the socket is watched for. */
    final int interest;

    /** What it may take too long for; null where no time passes. */
    final TimeoutKind timeout;

    ConnectionState(int interest, TimeoutKind timeout) {
        this.interest = interest;
        this.timeout = timeout;
    }

    /** Whether a request is awaited: the parser decides what comes next. */
    boolean isReceiving() {
        return this == NEW || this == LATE || this == IDLE || this == HEAD || this == BODY;
    }

    /** The states that can follow this one. */
    Set<ConnectionState> successors() {
        return switch (this) {
            // IDLE also follows "100 Continue", which is a response by itself
            case NEW -> EnumSet.of(LATE, IDLE, HEAD, BODY, STARTING, SENDING, LINGERING, CLOSED);
            case LATE -> EnumSet.of(IDLE, HEAD, BODY, STARTING, SENDING, LINGERING, CLOSED);
            case HEAD -> EnumSet.of(IDLE, BODY, STARTING, SENDING, LINGERING, CLOSED);
            case IDLE -> EnumSet.of(HEAD, BODY, YIELDED, STARTING, SENDING, LINGERING, CLOSED);
            case BODY -> EnumSet.of(STARTING, SENDING, LINGERING, CLOSED);
            case YIELDED -> EnumSet.of(IDLE, CLOSED);
            case STARTING -> EnumSet.of(ANSWERING, IDLE, SENDING, LINGERING, CLOSED);
            case ANSWERING -> EnumSet.of(ANSWERING_UNREAD, READ_ENOUGH, IDLE, SENDING, LINGERING, CLOSED);
            case ANSWERING_UNREAD -> EnumSet.of(ANSWERING, IDLE, SENDING, LINGERING, CLOSED);
            case READ_ENOUGH -> EnumSet.of(IDLE, SENDING, LINGERING, CLOSED);
            case SENDING -> EnumSet.of(IDLE, LINGERING, CLOSED);
            case LINGERING -> EnumSet.of(CLOSED);
            case CLOSED -> EnumSet.noneOf(ConnectionState.class);
        };
    }
}
