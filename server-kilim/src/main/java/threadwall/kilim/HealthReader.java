package threadwall.kilim;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import threadwall.server.ServerIdentity;
import threadwall.store.PendingResult;

/**
 * Reads what /health answers, in a thread of its own and at most once a second: /proc costs a loop's other clients time and
 * garbage. Thread-safe.
 */
final class HealthReader implements AutoCloseable {
    private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** The response of /health. */
    record Health(@JsonUnwrapped ServerIdentity.Health health, String transport) {}

    private final Supplier<Health> source;
    private final ExecutorService thread = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("health").factory());

    private PendingResult<Health> last;
    private boolean reading;
    private long readAt;

    /** @param source called in the reader's thread */
    HealthReader(Supplier<Health> source) {
        this.source = source;
    }

    /** The answer as of the last second; the requests of one second share it. */
    synchronized PendingResult<Health> read() {
        if (last == null || !reading && System.nanoTime() - readAt >= FRESH_NANOS) {
            var next = new PendingResult<Health>();
            thread.execute(() -> read(next));
            last = next;
            reading = true;
        }
        return last;
    }

    private void read(PendingResult<Health> result) {
        try {
            result.complete(source.get());
        } catch (Throwable e) {
            result.fail(e); // the next second tries again
        } finally {
            ended();
        }
    }

    private synchronized void ended() {
        reading = false;
        readAt = System.nanoTime();
    }

    @Override
    public void close() {
        thread.shutdown();
    }
}
