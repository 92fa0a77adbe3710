package threadwall.kilim.connection;

import java.time.Duration;
import java.util.function.Function;
import threadwall.kilim.connection.ConnectionLimits.Timeouts;

/** What a client can take too long for. */
enum TimeoutKind {
    /** To begin a request. */
    IDLE(Timeouts::idle),
    /** To end its head. */
    HEAD(Timeouts::head),
    /** To end its body. */
    BODY(Timeouts::body),
    /** To read the response. */
    WRITE(Timeouts::write),
    /** To close, after the last response. */
    LINGER(Timeouts::linger),
    /** To begin its first request, when it connected just before the server began to stop. */
    FIRST_REQUEST(timeouts -> Duration.ofMillis(500)),
    /** The client is not waited for. */
    NONE(timeouts -> Duration.ZERO);

    private final Function<Timeouts, Duration> bound;

    TimeoutKind(Function<Timeouts, Duration> bound) {
        this.bound = bound;
    }

    int millis(Timeouts timeouts) {
        return (int) bound.apply(timeouts).toMillis();
    }
}
