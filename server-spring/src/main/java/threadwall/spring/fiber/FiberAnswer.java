package threadwall.spring.fiber;

import kilim.Pausable;
import kilim.Task;
import org.springframework.web.context.request.async.DeferredResult;
import threadwall.server.RequestCounter;

/**
 * A fiber that makes the answer of one request, while the Tomcat thread that took the request has gone on to others.
 *
 * <p>This is the whole border between fibers and Spring: subclasses wait in {@link #answer}, and whatever comes of it is
 * handed to Spring, which writes it on a Tomcat thread.
 */
public abstract class FiberAnswer<T> extends Task<Void> {
    /** How much later than expected an answer may come before the client gets a 503 instead, in ms. */
    private static final long PATIENCE = 60_000;

    private final RequestCounter counter;
    private final DeferredResult<T> result;

    /** @param expected how long the answer takes at least, in ms */
    protected FiberAnswer(RequestCounter counter, int expected) {
        this.counter = counter;
        this.result = new DeferredResult<>(expected + PATIENCE);
    }

    /** Waits for the answer and builds it; runs on a scheduler thread, which it must not block. */
    protected abstract T answer() throws Pausable, Exception;

    /** Starts the fiber; returns at once. */
    public final DeferredResult<T> promise() {
        counter.enter();
        start();
        return result;
    }

    /** A result that comes after its time is dropped by Spring; the request was in the handler all the same until now. */
    @Override
    public final void execute() throws Pausable {
        try {
            T value = answer();
            counter.exit();
            result.setResult(value);
        } catch (Throwable e) { // an Error, too: nobody else would answer this client
            counter.exit();
            result.setErrorResult(e);
        }
    }
}
