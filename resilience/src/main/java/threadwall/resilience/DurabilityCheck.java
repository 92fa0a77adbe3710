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

/** Asks a server for users by their ids, and enters what it says in the ledger. */
final class DurabilityCheck {

    private static final int READERS = 8;
    private static final int UNAVAILABLE = 503;
    private static final int PATIENCE_MILLIS = 30_000;

    /** For a server whose database has come back a moment ago. */
    private static final Duration UNAVAILABLE_BOUND = Duration.ofSeconds(30);

    private static final long REST_MILLIS = 50;

    private final InetSocketAddress server;
    private final List<Integer> ids;
    private final AtomicInteger next = new AtomicInteger();
    private final WriteLog ledger;

    private DurabilityCheck(InetSocketAddress server, List<Integer> ids, WriteLog ledger) {
        this.server = server;
        this.ids = ids;
        this.ledger = ledger;
    }

    /** @throws IOException in words when an answer is neither a user nor that there is none */
    static void of(InetSocketAddress server, List<Integer> ids, WriteLog ledger)
            throws IOException, InterruptedException {
        var all = new DurabilityCheck(server, ids, ledger);
        try (var readers = Executors.newVirtualThreadPerTaskExecutor()) {
            var ends = new ArrayList<Future<Void>>();
            for (int i = 0; i < READERS; i++) {
                Callable<Void> reader = all::read;
                ends.add(readers.submit(reader));
            }
            for (var end : ends) {
                end.get();
            }
        } catch (ExecutionException e) {
            throw new IOException("users cannot be read back: " + e.getCause().getMessage(), e.getCause());
        }
    }

    private Void read() throws IOException {
        int i = next.getAndIncrement();
        long end = bound();
        while (i < ids.size()) {
            try (var wire = RawHttpConnection.open(server, HeldConnections.source(0), PATIENCE_MILLIS, 0)) {
                for (boolean stay = true; stay && i < ids.size(); ) {
                    var reply = ask(wire, ids.get(i));
                    stay = !reply.closes(); // Tomcat does behind a 503
                    if (reply.status() == UNAVAILABLE && System.nanoTime() < end) {
                        RetryDelay.millis(REST_MILLIS);
                    } else {
                        note(ids.get(i), reply);
                        i = next.getAndIncrement();
                        end = bound();
                    }
                }
            }
        }
        return null;
    }

    private static long bound() {
        return System.nanoTime() + UNAVAILABLE_BOUND.toNanos();
    }

    private static RawResponse ask(RawHttpConnection wire, int id) throws IOException {
        wire.send("GET /users/%d HTTP/1.1\r\nHost: threadwall\r\n\r\n".formatted(id));
        return wire.read(false);
    }

    private void note(int id, RawResponse reply) throws IOException {
        var body = new String(reply.body(), StandardCharsets.UTF_8);
        switch (reply.status()) {
            case 200 -> ledger.found(id, body);
            case 404 -> ledger.found(id, null);
            default -> throw new IOException("status %d for user %d: %s".formatted(reply.status(), id, body));
        }
    }
}
