package threadwall.cli.e2e;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Answers {@code /json} in 10 ms, and no more requests at a time than it has places: its capacity is a hundred requests a
 * second for each. A process of its own: prints its port, ends with its standard input. Arguments: its places; the
 * requests that it takes in a second from an address, all others get 429, or 0 for no such limit.
 */
final class BoundedServer {

    private static final byte[] BODY = "{\"message\":\"Hello, World!\"}".getBytes(StandardCharsets.US_ASCII);
    private static final int WORK_MILLIS = 10;

    private final Semaphore places;
    private final long mostInASecond;

    /** How many came in a second, by its number and the client's address. */
    private final Map<String, AtomicLong> inSecond = new ConcurrentHashMap<>();

    private BoundedServer(int places, long mostInASecond) {
        this.places = new Semaphore(places, true);
        this.mostInASecond = mostInASecond;
    }

    public static void main(String[] arguments) throws IOException {
        // by default it closes idle connections beyond 200, under the client's feet
        System.setProperty("sun.net.httpserver.maxIdleConnections", "100000");
        var server = new BoundedServer(Integer.parseInt(arguments[0]), Long.parseLong(arguments[1]));
        var listener = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 4_096);
        listener.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        listener.createContext("/json", server::answer);
        listener.start();
        System.out.println(listener.getAddress().getPort());
        while (System.in.read() >= 0) {
            // until the test ends
        }
        listener.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            if (isTooMany(exchange.getRemoteAddress().getAddress())) {
                exchange.sendResponseHeaders(429, -1);
                return;
            }
            places.acquire();
            try {
                Thread.sleep(WORK_MILLIS);
            } finally {
                places.release();
            }
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.getResponseHeaders()
                    .set("Date", DateTimeFormatter.RFC_1123_DATE_TIME.format(ZonedDateTime.now(ZoneOffset.UTC)));
            exchange.sendResponseHeaders(200, BODY.length);
            exchange.getResponseBody().write(BODY);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean isTooMany(InetAddress client) {
        var now = System.nanoTime() / 1_000_000_000 + " " + client;
        return mostInASecond > 0
                && inSecond.computeIfAbsent(now, second -> new AtomicLong()).incrementAndGet() > mostInASecond;
    }
}
