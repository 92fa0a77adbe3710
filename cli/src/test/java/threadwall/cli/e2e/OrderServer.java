package threadwall.cli.e2e;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Answers a POST of {@link #ORDER} with the header {@code X-Shop: 7} to {@code /orders} with 201 and a new id, and a GET of
 * {@code /hello} or {@code /hello/again} with 200; all others get 400. A process of its own: prints its port, ends with its standard input.
 */
final class OrderServer {

    static final String ORDER = "{\"item\":7}";

    private static final Set<String> HELLOS = Set.of("/hello", "/hello/again");

    private final AtomicLong orders = new AtomicLong();

    private OrderServer() {}

    public static void main(String[] arguments) throws IOException {
        System.setProperty("sun.net.httpserver.maxIdleConnections", "1000");
        var server = new OrderServer();
        var listener = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 1_024);
        listener.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        listener.createContext("/orders", server::order);
        listener.createContext("/hello", OrderServer::hello);
        listener.start();
        System.out.println(listener.getAddress().getPort());
        while (System.in.read() >= 0) {
            // until the test ends
        }
        listener.stop(0);
    }

    private void order(HttpExchange exchange) throws IOException {
        var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        var headers = exchange.getRequestHeaders();
        boolean right = exchange.getRequestMethod().equals("POST")
                && "7".equals(headers.getFirst("X-Shop"))
                && "application/json".equals(headers.getFirst("Content-Type"))
                && body.equals(ORDER);
        if (right) {
            answer(exchange, 201, "{\"id\":%d}".formatted(orders.incrementAndGet()));
        } else {
            answer(exchange, 400, exchange.getRequestMethod() + " " + headers.entrySet() + " " + body);
        }
    }

    private static void hello(HttpExchange exchange) throws IOException {
        var path = exchange.getRequestURI().getPath();
        answer(exchange, HELLOS.contains(path) ? 200 : 400, "hello of " + path);
    }

    private static void answer(HttpExchange exchange, int status, String text) throws IOException {
        try (exchange) {
            var body = text.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Date", HttpDate.of(Instant.now()));
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
        }
    }
}
