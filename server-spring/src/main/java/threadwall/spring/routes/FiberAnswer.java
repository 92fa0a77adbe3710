package threadwall.spring.routes;

import kilim.Pausable;
import kilim.Task;
import org.springframework.web.context.request.async.DeferredResult;
import threadwall.server.RequestCounter;

/**
 * A fiber that makes the answer of one request, while the Tomcat thread that took the request has gone on to others.
 *
 * <p>This is the whole border between fibers and Spring: what is given to {@link #promise} waits in the fiber, and whatever
 * comes of it is handed to Spring, which writes it on a Tomcat thread.
 */
public final class FiberAnswer<T> extends Task<Void> {
    /** How much later than expected an answer may come before the client gets a 503 instead, in ms. */
    private static final long PATIENCE = 60_000;

    private final RequestCounter counter;
    private final Pausable.Spawn<T> work;
    private final DeferredResult<T> result;

    private FiberAnswer(RequestCounter counter, int expected, Pausable.Spawn<T> work) {
        this.counter = counter;
        this.work = work;
        this.result = new DeferredResult<>(expected + PATIENCE);
    }

    /**
     * Starts a fiber; returns at once.
     *
     * @param work waits for the answer and builds it, on a scheduler thread, which it must not block
     */
    public static <T> DeferredResult<T> promise(RequestCounter counter, Pausable.Spawn<T> work) {
        return promise(counter, 0, work);
    }

    /** @param expected how long the answer takes at least, in ms */
    public static <T> DeferredResult<T> promise(RequestCounter counter, int expected, Pausable.Spawn<T> work) {
        var fiber = new FiberAnswer<>(counter, expected, work);
        counter.enter();
        fiber.start();
        return fiber.result;
    }

    /** A result that comes after its time is dropped by Spring; the request was in the handler all the same until now. */
    @Override
    public void execute() throws Pausable {
        try {
            T value = work.execute();
            counter.exit();
            result.setResult(value);
        } catch (Throwable e) { // an Error, too: nobody else would answer this client
            counter.exit();
            result.setErrorResult(e);
        }
    }
}
