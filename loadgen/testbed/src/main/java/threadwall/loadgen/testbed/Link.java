package threadwall.loadgen.testbed;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import threadwall.record.ClientHost.Loss;

/**
 * The way to a host and back.
 *
 * @param roundTripMillis the shortest of a few TCP handshakes; {@code null} if the first one failed
 * @param loss {@code null} if ping(8) cannot send here, or nothing came back: a firewall may drop pings and nothing else
 */
record Link(Double roundTripMillis, Loss loss) {

    /** Of a load that does not leave this machine. */
    static final Link NONE = new Link(null, null);

    private static final int HANDSHAKES = 5;

    private static final int TIMEOUT_MILLIS = 2_000;

    private static final int PACKETS = 500;

    /** The shortest interval that ping allows to users other than root. */
    private static final String INTERVAL_SECONDS = "0.002";

    /**
     * For an answer if none comes; otherwise ping waits two round trips for the last one. A limit for all of them
     * ({@code -w}) would have it send until it has so many answers, and count those on their way as lost.
     */
    private static final int NO_ANSWER_SECONDS = 2;

    private static final Pattern COUNTS = Pattern.compile("(\\d+) packets transmitted, (\\d+) received");

    /** @param listener where the host accepts connections */
    static Link measured(InetSocketAddress listener) throws IOException, InterruptedException {
        var shortest = Stream.generate(() -> handshakeMillis(listener))
                .limit(HANDSHAKES)
                .takeWhile(Objects::nonNull)
                .min(Double::compare);
        return new Link(shortest.orElse(null), loss(listener.getAddress().getHostAddress()));
    }

    /** Half of the round trip; zero if it is not known. */
    Duration oneWay() {
        return roundTripMillis == null ? Duration.ZERO : Duration.ofNanos((long) (roundTripMillis * 1e6 / 2));
    }

    private static Double handshakeMillis(InetSocketAddress listener) {
        try (var socket = new Socket()) {
            long start = System.nanoTime();
            socket.connect(listener, TIMEOUT_MILLIS);
            return (System.nanoTime() - start) / 1e6;
        } catch (IOException unreachable) {
            return null;
        }
    }

    private static Loss loss(String address) throws IOException, InterruptedException {
        var builder = new ProcessBuilder(
                        "ping",
                        "-q",
                        "-n",
                        "-c",
                        String.valueOf(PACKETS),
                        "-i",
                        INTERVAL_SECONDS,
                        "-W",
                        String.valueOf(NO_ANSWER_SECONDS),
                        address)
                .redirectErrorStream(true);
        builder.environment().put("LC_ALL", "C");
        Process ping;
        try {
            ping = builder.start();
        } catch (IOException missing) {
            return null;
        }
        try (var output = ping.getInputStream()) {
            var said = new String(output.readAllBytes(), StandardCharsets.US_ASCII);
            ping.waitFor();
            return counted(said);
        } finally {
            ping.destroyForcibly();
        }
    }

    static Loss counted(String said) {
        var counts = COUNTS.matcher(said);
        if (!counts.find()) {
            return null;
        }
        int sent = Integer.parseInt(counts.group(1));
        int answered = Integer.parseInt(counts.group(2));
        return answered == 0 ? null : new Loss(sent, sent - answered);
    }
}
