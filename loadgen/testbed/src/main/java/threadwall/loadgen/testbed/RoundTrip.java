package threadwall.loadgen.testbed;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** The round trip to a host, by TCP handshakes: a client needs no right for them, as it does for ping. */
final class RoundTrip {

    private static final int HANDSHAKES = 5;

    private static final int TIMEOUT_MILLIS = 2_000;

    private RoundTrip() {}

    /**
     * The shortest of a few handshakes, in milliseconds; empty if the first one fails.
     *
     * @param listener where the host accepts connections
     */
    static OptionalDouble millis(InetSocketAddress listener) {
        return Stream.generate(() -> handshake(listener))
                .limit(HANDSHAKES)
                .takeWhile(OptionalDouble::isPresent)
                .mapToDouble(OptionalDouble::getAsDouble)
                .min();
    }

    private static OptionalDouble handshake(InetSocketAddress listener) {
        try (var socket = new Socket()) {
            long start = System.nanoTime();
            socket.connect(listener, TIMEOUT_MILLIS);
            return OptionalDouble.of((System.nanoTime() - start) / 1e6);
        } catch (IOException unreachable) {
            return OptionalDouble.empty();
        }
    }
}
