package threadwall.resilience;

import java.io.IOException;
import java.util.random.RandomGenerator;

/**
 * What a client of a soak does in a session, on a connection of its own.
 *
 * <p>Half of the sessions are well-behaved; each misbehavior is frequent enough for thousands of sessions in an hour.
 */
enum ClientBehavior {
    KEEP_ALIVE("keep-alive", 20, SoakSession::keepAlive),
    CLOSE("close", 8, SoakSession::close),
    HTTP_1_0("HTTP/1.0", 6, SoakSession::http10),
    HTTP_1_0_KEEP_ALIVE("HTTP/1.0 keep-alive", 6, SoakSession::http10KeepAlive),
    PIPELINE("pipeline", 10, SoakSession::pipeline),
    POST("post", 5, SoakSession::post),
    CHUNKED("chunked post", 5, SoakSession::chunked),
    HEAD("head", 5, SoakSession::head),
    HANG_UP("hang-up", 6, session -> session.hangUp(false)),
    RESET("reset", 6, session -> session.hangUp(true)),
    HALF_REQUEST("half a request", 5, SoakSession::halfRequest),
    BYTE_BY_BYTE("byte by byte", 5, SoakSession::byteByByte),
    MALFORMED("malformed", 5, SoakSession::malformed),
    SLOW_READER("slow reader", 5, SoakSession::slowReader),
    OVERSIZED_HEAD("oversized head", 3, SoakSession::oversizedHead);

    /** Throws when an expected answer does not come. */
    interface Action {
        void run(SoakSession session) throws IOException;
    }

    final String label;
    private final int weight;
    final Action action;

    ClientBehavior(String label, int weight, Action action) {
        this.label = label;
        this.weight = weight;
        this.action = action;
    }

    private static int total() {
        int total = 0;
        for (var behavior : values()) {
            total += behavior.weight;
        }
        return total;
    }

    /** A random one, by weight. */
    static ClientBehavior random(RandomGenerator random) {
        int left = random.nextInt(total());
        for (var behavior : values()) {
            left -= behavior.weight;
            if (left < 0) {
                return behavior;
            }
        }
        throw new AssertionError("the weights do not add up");
    }
}
