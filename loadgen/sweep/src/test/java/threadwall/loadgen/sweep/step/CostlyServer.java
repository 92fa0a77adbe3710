package threadwall.loadgen.sweep.step;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.DoubleSupplier;

/**
 * A server whose requests take as much CPU time as its arguments say: FIRST microseconds at first, multiplied by FACTOR
 * after each EVERY requests, but at least LAST. Prints its port.
 */
final class CostlyServer {

    /** RFC 9110, with two digits for the day. */
    private static final DateTimeFormatter DATE =
            DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH);

    private static final String BODY = "{\"message\":\"Hello, World!\"}";

    private CostlyServer() {}

    public static void main(String[] arguments) throws IOException {
        double first = Double.parseDouble(arguments[0]);
        double factor = Double.parseDouble(arguments[1]);
        int every = Integer.parseInt(arguments[2]);
        double last = Double.parseDouble(arguments[3]);
        var served = new AtomicInteger();
        try (var listener = new ServerSocket(0, 1_000, InetAddress.getByName("127.0.0.1"));
                var threads = Executors.newCachedThreadPool()) {
            System.out.println(listener.getLocalPort());
            while (true) {
                var socket = listener.accept();
                threads.execute(() -> serve(socket, () -> {
                    int before = served.getAndIncrement() / every;
                    return Math.max(last, first * Math.pow(factor, before));
                }));
            }
        }
    }

    /**
     * Keeps the connection until the client closes it. Tens of thousands in TIME_WAIT make each count of connections slow,
     * and a load then has too few samples for thirds.
     */
    private static void serve(Socket socket, DoubleSupplier micros) {
        try (socket;
                var in =
                        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))) {
            while (readHead(in)) {
                compute(micros.getAsDouble());
                var date = DATE.format(ZonedDateTime.now(ZoneOffset.UTC));
                var answer =
                        "HTTP/1.1 200 OK\r\nDate: %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\nConnection: keep-alive\r\n\r\n%s"
                                .formatted(date, BODY.length(), BODY);
                socket.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
            }
        } catch (IOException clientHasGone) {
            // it is not owed an answer
        }
    }

    /** False at the end of the connection. */
    private static boolean readHead(BufferedReader in) throws IOException {
        var line = in.readLine();
        while (line != null && !line.isEmpty()) {
            line = in.readLine();
        }
        return line != null;
    }

    /** Uses CPU time by the thread's own clock, so that other processes do not make it cheaper. */
    private static void compute(double micros) {
        var clock = ManagementFactory.getThreadMXBean();
        long end = clock.getCurrentThreadCpuTime() + (long) (1_000 * micros);
        while (clock.getCurrentThreadCpuTime() < end) {
            for (int i = 0; i < 1_000; i++) {
                Thread.onSpinWait();
            }
        }
    }
}
