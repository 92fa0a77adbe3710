package threadwall.resilience;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import threadwall.loadgen.http.ClientSleep;
import threadwall.loadgen.http.HttpConnection;
import threadwall.loadgen.http.HttpResponse;

/** Reads users back by their ids, and enters the result in the write log. */
final class DurabilityCheck {

    private static final int READERS = 8;
    private static final int UNAVAILABLE = 503;
    private static final int TIMEOUT_MILLIS = 30_000;

    /** For a server whose database has just restarted. */
    private static final Duration UNAVAILABLE_BOUND = Duration.ofSeconds(30);

    private static final long RETRY_MILLIS = 50;

    private final InetSocketAddress server;
    private final List<Integer> ids;
    private final AtomicInteger next = new AtomicInteger();
    private final WriteLog log;

    private DurabilityCheck(InetSocketAddress server, List<Integer> ids, WriteLog log) {
        this.server = server;
        this.ids = ids;
        this.log = log;
    }

    /** @throws IOException in words when an answer is neither a user nor a 404 */
    static void run(InetSocketAddress server, List<Integer> ids, WriteLog log)
            throws IOException, InterruptedException {
        var check = new DurabilityCheck(server, ids, log);
        try (var readers = Executors.newVirtualThreadPerTaskExecutor()) {
            var results = new ArrayList<Future<Void>>();
            for (int i = 0; i < READERS; i++) {
                Callable<Void> reader = check::read;
                results.add(readers.submit(reader));
            }
            for (var result : results) {
                result.get();
            }
        } catch (ExecutionException e) {
            throw new IOException("cannot read the users back: " + e.getCause().getMessage(), e.getCause());
        }
    }

    private Void read() throws IOException {
        int i = next.getAndIncrement();
        long deadline = deadline();
        while (i < ids.size()) {
            try (var connection = HttpConnection.open(server, HeldConnections.source(0), TIMEOUT_MILLIS)) {
                for (boolean keep = true; keep && i < ids.size(); ) {
                    var response = request(connection, ids.get(i));
                    keep = !response.closes(); // Tomcat closes after a 503
                    if (response.status() == UNAVAILABLE && System.nanoTime() < deadline) {
                        ClientSleep.millis(RETRY_MILLIS);
                    } else {
                        note(ids.get(i), response);
                        i = next.getAndIncrement();
                        deadline = deadline();
                    }
                }
            }
        }
        return null;
    }

    private static long deadline() {
        return System.nanoTime() + UNAVAILABLE_BOUND.toNanos();
    }

    private static HttpResponse request(HttpConnection connection, int id) throws IOException {
        connection.send("GET /users/%d HTTP/1.1\r\nHost: threadwall\r\n\r\n".formatted(id));
        return connection.read(false);
    }

    private void note(int id, HttpResponse response) throws IOException {
        var body = new String(response.body(), StandardCharsets.UTF_8);
        switch (response.status()) {
            case 200 -> log.readBack(id, body);
            case 404 -> log.readBack(id, null);
            default -> throw new IOException("status %d for user %d: %s".formatted(response.status(), id, body));
        }
    }
}
