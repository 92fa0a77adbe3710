package threadwall.cli.e2e;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Answers {@code /json}, and no more requests than its capacity: each waits for its turn, of which there are so many in a
 * second. After a time in which its threads were not run, on a busy machine, it may make up for some turns. A process of
 * its own: prints its port, ends with its standard input. Arguments: its capacity in requests a second; the requests that
 * it takes in a second from an address, all others get 429, or 0 for no such limit.
 */
final class BoundedServer {

    private static final byte[] BODY = "{\"message\":\"Hello, World!\"}".getBytes(StandardCharsets.US_ASCII);

    /** How late turns may be, and none is lost. */
    private static final Duration MADE_UP_FOR = Duration.ofMillis(20);

    private final long nanosOfATurn;
    private final long mostInASecond;
    private long lastTurn = System.nanoTime();

    /** How many came in a second, by its number and the client's address. */
    private final Map<String, AtomicLong> inSecond = new ConcurrentHashMap<>();

    private BoundedServer(long capacity, long mostInASecond) {
        nanosOfATurn = Duration.ofSeconds(1).toNanos() / capacity;
        this.mostInASecond = mostInASecond;
    }

    public static void main(String[] arguments) throws IOException {
        // by default it closes idle connections beyond 200, under the client's feet
        System.setProperty("sun.net.httpserver.maxIdleConnections", "100000");
        var server = new BoundedServer(Long.parseLong(arguments[0]), Long.parseLong(arguments[1]));
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
            Thread.sleep(untilNextTurn());
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.getResponseHeaders().set("Date", HttpDate.of(Instant.now()));
            exchange.sendResponseHeaders(200, BODY.length);
            exchange.getResponseBody().write(BODY);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized Duration untilNextTurn() {
        long now = System.nanoTime();
        lastTurn = Math.max(lastTurn + nanosOfATurn, now - MADE_UP_FOR.toNanos());
        return Duration.ofNanos(lastTurn - now); // not positive: at once
    }

    private boolean isTooMany(InetAddress client) {
        var now = System.nanoTime() / 1_000_000_000 + " " + client;
        return mostInASecond > 0
                && inSecond.computeIfAbsent(now, second -> new AtomicLong()).incrementAndGet() > mostInASecond;
    }
}
