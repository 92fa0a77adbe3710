package threadwall.resilience;

import java.io.IOException;
import java.util.random.RandomGenerator;

/**
 * What a client of a soak does in a session, on a connection of its own.
 *
 * <p>Half of the sessions are good clients'; each bad manner is as frequent as is needed for thousands of it in an hour.
 */
enum ClientBehavior {
    KEEP_ALIVE("keep-alive", 20, SoakSession::keepAlive),
    CLOSE("close", 8, SoakSession::close),
    OLD("HTTP/1.0", 6, SoakSession::old),
    OLD_KEEP_ALIVE("HTTP/1.0 keep-alive", 6, SoakSession::oldKeepAlive),
    PIPELINE("pipeline", 10, SoakSession::pipeline),
    POST("post", 5, SoakSession::post),
    CHUNKED("chunked post", 5, SoakSession::chunked),
    HEAD("head", 5, SoakSession::head),
    HANG_UP("hang-up", 6, session -> session.leave(false)),
    RESET("reset", 6, session -> session.leave(true)),
    HALF("half a request", 5, SoakSession::half),
    BYTES("byte by byte", 5, SoakSession::byteByByte),
    MALFORMED("malformed", 5, SoakSession::malformed),
    SLOW_READER("slow reader", 5, SoakSession::slowReader),
    OVERSIZED("oversized head", 3, SoakSession::oversized);

    /** What a session does; it throws when something is missing that was due. */
    interface Conduct {
        void in(SoakSession session) throws IOException;
    }

    final String label;
    private final int weight;
    final Conduct conduct;

    ClientBehavior(String label, int weight, Conduct conduct) {
        this.label = label;
        this.weight = weight;
        this.conduct = conduct;
    }

    private static int total() {
        int total = 0;
        for (var manner : values()) {
            total += manner.weight;
        }
        return total;
    }

    /** One by the weights. */
    static ClientBehavior any(RandomGenerator random) {
        int left = random.nextInt(total());
        for (var manner : values()) {
            left -= manner.weight;
            if (left < 0) {
                return manner;
            }
        }
        throw new AssertionError("the weights do not add up");
    }
}
