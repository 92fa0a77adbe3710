package threadwall.resilience;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A server that stores users in a file, one per line. It writes each user before it acknowledges it, or later;
 * {@link Syncs} says what it syncs. It answers the first GET as Tomcat does while its database is unavailable: by a 503
 * that closes the connection.
 */
final class ForgetfulServer {

    private final Path file;
    private final int unwritten;
    private final Syncs syncs;
    private final List<String> users;
    private final AtomicBoolean reads = new AtomicBoolean();
    private int written;

    /** What it syncs. */
    enum Syncs {
        NOTHING,
        /** Each user before it is acknowledged. What was written just before a crash is served without a sync. */
        WRITES,
        /** The same, and what it finds when it starts. */
        WRITES_AND_START
    }

    private ForgetfulServer(Path file, int unwritten, Syncs syncs) throws IOException {
        this.file = file;
        this.unwritten = unwritten;
        this.syncs = syncs;
        if (Files.notExists(file)) {
            Files.createDirectories(file.getParent());
            Files.createFile(file);
            sync(file.getParent(), syncs != Syncs.NOTHING);
        }
        sync(file, syncs == Syncs.WRITES_AND_START);
        users = new ArrayList<>(Files.readAllLines(file));
        written = users.size();
    }

    private static void sync(Path path, boolean really) throws IOException {
        if (really) {
            try (var channel = FileChannel.open(path)) {
                channel.force(true);
            }
        }
    }

    /** @param arguments the file; the number of users that it may keep in memory only; one of {@link Syncs} */
    public static void main(String[] arguments) throws IOException {
        var server =
                new ForgetfulServer(Path.of(arguments[0]), Integer.parseInt(arguments[1]), Syncs.valueOf(arguments[2]));
        var http = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 0);
        http.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        http.createContext("/users", server::answer);
        http.start();
        System.out.printf(
                "READY {\"url\":\"http://127.0.0.1:%d\"}%n", http.getAddress().getPort());
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            var path = exchange.getRequestURI().getPath();
            if (exchange.getRequestMethod().equals("GET") && !reads.getAndSet(true)) {
                exchange.getResponseHeaders().set("Connection", "close");
                respond(exchange, 503, "{}");
            } else if (exchange.getRequestMethod().equals("GET")) {
                var user = find(Integer.parseInt(path.substring("/users/".length())));
                respond(exchange, user == null ? 404 : 200, user == null ? "{}" : user);
            } else if (body.contains("\"age\":151")) {
                respond(exchange, 400, "{}");
            } else {
                int id = add(body);
                exchange.getResponseHeaders().set("Location", "/users/" + id);
                respond(exchange, 201, "{\"id\":%d}".formatted(id));
            }
        }
    }

    private synchronized String find(int id) {
        return id <= users.size() ? users.get(id - 1) : null;
    }

    private synchronized int add(String user) throws IOException {
        int id = users.size() + 1;
        users.add("{\"id\":%d,%s".formatted(id, user.substring(1)));
        if (users.size() - written > unwritten) {
            Files.write(file, users.subList(written, users.size()), StandardOpenOption.APPEND);
            sync(file, syncs != Syncs.NOTHING);
            written = users.size();
        }
        return id;
    }

    private static void respond(HttpExchange exchange, int status, String body) throws IOException {
        var bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }
}
