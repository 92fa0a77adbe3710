package threadwall.server;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts the requests of the measured routes (not /health, not refusals) and the most that were ever in the handler at
 * once: open connections are not requests being handled, and only the server can tell them apart.
 *
 * <p>Safe for any thread. Call {@link #exit} exactly once for each {@link #enter}, when the answer is ready to be written.
 */
public final class RequestCounter {
    private final LongAdder requests = new LongAdder();
    private final AtomicInteger inHandler = new AtomicInteger();
    private final AtomicInteger peak = new AtomicInteger();

    public void enter() {
        requests.increment();
        int now = inHandler.incrementAndGet();
        // the read comes first so that, once the peak stands, requests share a cached line instead of fighting for it
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

    /** Requests that ever entered. */
    public long requests() {
        return requests.sum();
    }

    /** The most requests ever in the handler at once. */
    public int handlerPeak() {
        return peak.get();
    }
}
