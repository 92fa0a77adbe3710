package threadwall.server;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts the requests of the measured routes (not /health, not refusals), and the most that were in the handler at
 * once. Only the server knows the latter: an open connection need not have a request in progress.
 *
 * <p>Thread-safe. Call {@link #exit} exactly once per {@link #enter}, when the response is ready to be written.
 */
public final class RequestCounter {
    private final LongAdder requests = new LongAdder();
    private final AtomicInteger inHandler = new AtomicInteger();
    private final AtomicInteger peak = new AtomicInteger();

    public void enter() {
        requests.increment();
        int now = inHandler.incrementAndGet();
        // read first: once the peak stands, threads share its cache line instead of contending for it
        if (now > peak.getPlain()) {
            peak.accumulateAndGet(now, Math::max);
        }
    }

    public void exit() {
        inHandler.decrementAndGet();
    }

    /** Counts a request that is answered on the calling thread. */
    public <T, E extends Exception> T count(Handler<T, E> handler) throws E {
        enter();
        try {
            return handler.answer();
        } finally {
            exit();
        }
    }

    /** Builds the answer of a request. */
    @FunctionalInterface
    public interface Handler<T, E extends Exception> {
        T answer() throws E;
    }

    /** Requests that entered, in total. */
    public long requests() {
        return requests.sum();
    }

    /** Requests in the handler now. */
    public int inHandler() {
        return inHandler.get();
    }

    /** The most requests that were in the handler at once. */
    public int handlerPeak() {
        return peak.get();
    }
}
