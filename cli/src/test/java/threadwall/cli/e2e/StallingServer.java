package threadwall.cli.e2e;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/**
 * Answers {@code /json} in 2 ms, so that a closed loop leaves time for others, but nothing at all while it stalls: at the
 * start of each period, for a part of it. A process of its own: prints its port, ends with its standard input. Arguments:
 * milliseconds of a stall, and of a period.
 */
final class StallingServer {

    private static final String BODY = "{\"message\":\"Hello, World!\"}";

    private static final int WORK_MILLIS = 2;

    private final long stallMillis;
    private final long periodMillis;
    private final long start = System.nanoTime();

    private StallingServer(long stallMillis, long periodMillis) {
        this.stallMillis = stallMillis;
        this.periodMillis = periodMillis;
    }

    public static void main(String[] arguments) throws IOException {
        var server = new StallingServer(Long.parseLong(arguments[0]), Long.parseLong(arguments[1]));
        AcceptLoop.run(4_096, server::serve, () -> {});
    }

    private void serve(Socket socket) throws IOException, InterruptedException {
        socket.setTcpNoDelay(true);
        var in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
        boolean open = true;
        for (var request = in.readLine(); open && request != null; request = open ? in.readLine() : null) {
            boolean kept = request.endsWith("HTTP/1.1");
            for (var line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
                kept |= line.equalsIgnoreCase("Connection: keep-alive");
                kept &= !line.equalsIgnoreCase("Connection: close");
            }
            Thread.sleep(WORK_MILLIS);
            awaitEndOfStall();
            socket.getOutputStream().write(response(kept).getBytes(StandardCharsets.US_ASCII));
            open = kept;
        }
    }

    private void awaitEndOfStall() throws InterruptedException {
        long inPeriod = (System.nanoTime() - start) / 1_000_000 % periodMillis;
        if (inPeriod < stallMillis) {
            Thread.sleep(stallMillis - inPeriod);
        }
    }

    private static String response(boolean kept) {
        return "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\nDate: %s\r\nConnection: %s\r\n\r\n%s"
                .formatted(BODY.length(), HttpDate.of(Instant.now()), kept ? "keep-alive" : "close", BODY);
    }
}
