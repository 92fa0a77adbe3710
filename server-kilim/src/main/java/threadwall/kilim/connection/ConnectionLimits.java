package threadwall.kilim.connection;

import java.time.Duration;
import threadwall.kilim.http.HttpLimits;
import threadwall.server.ServerLifecycle;

/**
 * Limits on what clients may use.
 *
 * @param http of one request
 * @param connections open at once, of all clients together; more wait in the kernel's accept queue
 * @param memory bytes held for all clients together; above: 503, or the connection is closed
 * @param pipeline requests of one connection answered in a row before other connections get their turn
 * @param timeouts of a connection that makes no progress
 * @param unready how long the server still serves after SIGTERM, while {@code /health} says that it is not ready
 * @param drain how long requests in progress may take when the server stops
 */
public record ConnectionLimits(
        HttpLimits http,
        int connections,
        long memory,
        int pipeline,
        Timeouts timeouts,
        Duration unready,
        Duration drain) {
    /** As many connections as there are descriptors, a quarter of the heap. */
    public static final ConnectionLimits DEFAULT = new ConnectionLimits(
            HttpLimits.DEFAULT,
            Integer.MAX_VALUE,
            Runtime.getRuntime().maxMemory() / 4,
            64,
            Timeouts.DEFAULT,
            Duration.ZERO,
            ServerLifecycle.GRACE);

    /**
     * How long a connection may stay in one state. No timeout runs while a request is being answered.
     *
     * @param idle until the first byte of a request; then the connection is closed
     * @param head from there to the end of the head; then 408
     * @param body from there to the end of the request; then 408
     * @param write until the client has read the whole response; then the connection is closed
     * @param linger after a response that ends the connection early, until the client has closed
     */
    public record Timeouts(Duration idle, Duration head, Duration body, Duration write, Duration linger) {
        public static final Timeouts DEFAULT = new Timeouts(
                Duration.ofSeconds(60),
                Duration.ofSeconds(30),
                Duration.ofSeconds(30),
                Duration.ofSeconds(30),
                Duration.ofSeconds(2));

        /** How often to look for overdue connections: a quarter of the shortest timeout, at least once a second. */
        long sweepMillis() {
            long shortest = Long.MAX_VALUE;
            for (var bound : new Duration[] {idle, head, body, write, linger}) {
                shortest = Math.min(shortest, bound.toMillis());
            }
            return Math.clamp(shortest / 4, 10, 1000);
        }
    }
}
