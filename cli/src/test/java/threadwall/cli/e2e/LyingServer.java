package threadwall.cli.e2e;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Answers {@code /json2?time=MS} as our servers do, except for one lie. A process of its own: prints its port, ends with
 * its standard input.
 */
final class LyingServer {

    /** What it does instead of the truth. */
    enum Lie {
        NONE,
        EARLY,
        OTHER_BODY,
        LENGTH_TOO_SMALL,
        LENGTH_TOO_LARGE,
        STATUS_500,
        CLOSED,
        RESET,
        SILENT,
        OLD_DATE
    }

    private final Lie lie;
    private final long every;
    private volatile boolean lying;
    private final AtomicLong requests = new AtomicLong();

    private LyingServer(Lie lie, long every, boolean lying) {
        this.lie = lie;
        this.every = every;
        this.lying = lying;
    }

    /** @param arguments the lie; N, each Nth request gets it; whether it lies before a byte comes on standard input */
    public static void main(String[] arguments) throws IOException {
        var server = new LyingServer(
                Lie.valueOf(arguments[0]), Long.parseLong(arguments[1]), Boolean.parseBoolean(arguments[2]));
        AcceptLoop.run(1_000, server::serve, () -> server.lying = true);
    }

    private void serve(Socket socket) throws IOException, InterruptedException {
        var in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
        for (var request = in.readLine(); request != null; request = in.readLine()) {
            boolean keepAlive = false;
            for (var line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
                keepAlive |= line.equalsIgnoreCase("Connection: keep-alive");
            }
            long number = requests.incrementAndGet();
            boolean now = lying && number % every == 0;
            if (!answer(socket, request, now ? lie : Lie.NONE, keepAlive) || !keepAlive) {
                return;
            }
        }
    }

    /** False when there is no connection left to go on with. */
    private static boolean answer(Socket socket, String request, Lie lie, boolean keepAlive)
            throws IOException, InterruptedException {
        var time = request.replaceFirst(".*time=(\\d+).*", "$1");
        if (lie != Lie.EARLY) {
            Thread.sleep(Long.parseLong(time));
        }
        switch (lie) {
            case CLOSED -> {
                return false;
            }
            case RESET -> {
                socket.setSoLinger(true, 0);
                return false;
            }
            case SILENT -> Thread.sleep(Long.MAX_VALUE);
            default ->
                socket.getOutputStream().write(response(time, lie, keepAlive).getBytes(StandardCharsets.US_ASCII));
        }
        return true;
    }

    private static String response(String time, Lie lie, boolean keepAlive) {
        var body = "{\"message\":\"Hello, %s! %s\"}".formatted(lie == Lie.OTHER_BODY ? "Wurld" : "World", time);
        int length = body.length()
                + switch (lie) {
                    case LENGTH_TOO_SMALL -> -1;
                    case LENGTH_TOO_LARGE -> 1;
                    default -> 0;
                };
        var now = Instant.now();
        return "HTTP/1.1 %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\nDate: %s\r\n%s\r\n%s"
                .formatted(
                        lie == Lie.STATUS_500 ? "500 Internal Server Error" : "200 OK",
                        length,
                        HttpDate.of(lie == Lie.OLD_DATE ? now.minus(Duration.ofHours(12)) : now),
                        keepAlive ? "Connection: keep-alive\r\n" : "Connection: close\r\n",
                        body);
    }
}
