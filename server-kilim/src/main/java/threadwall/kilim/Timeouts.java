package threadwall.kilim;

import java.time.Duration;

/**
 * How long a connection may make no progress before it is cut.
 *
 * @param idle without the first byte of a request
 * @param request from the first byte of a request to the last
 * @param stalled waiting for the client to take more of an answer
 * @param linger waiting for the client to close after an answer that ends the connection early
 */
record Timeouts(Duration idle, Duration request, Duration stalled, Duration linger) {
    static final Timeouts DEFAULT =
            new Timeouts(Duration.ofSeconds(60), Duration.ofSeconds(30), Duration.ofSeconds(30), Duration.ofSeconds(2));

    /** How often to look for connections that are overdue: a second, or often enough for shorter bounds. */
    long sweepMillis() {
        return Math.clamp(linger.toMillis() / 2, 1, 1000);
    }
}
