package threadwall.spring.routes;

import kilim.Pausable;
import kilim.Task;
import org.springframework.web.context.request.async.DeferredResult;
import threadwall.server.RequestCounter;

/**
 * A fiber that answers one request after its Tomcat thread has returned.
 *
 * <p>This is the whole interface between fibers and Spring: work given to {@link #promise} waits in the fiber. Its
 * result or exception completes the DeferredResult, which Spring writes on a Tomcat thread.
 */
public final class FiberAnswer<T> extends Task<Void> {
    /** The client gets a 503 when the answer is this much later than expected, in ms. */
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
     * @param work builds the answer, on a scheduler thread that it must not block
     */
    public static <T> DeferredResult<T> promise(RequestCounter counter, Pausable.Spawn<T> work) {
        return promise(counter, 0, work);
    }

    /** @param expected minimum duration of the work, in ms */
    public static <T> DeferredResult<T> promise(RequestCounter counter, int expected, Pausable.Spawn<T> work) {
        var fiber = new FiberAnswer<>(counter, expected, work);
        counter.enter();
        fiber.start();
        return fiber.result;
    }

    /**
     * Spring drops a result that comes after the time-out; the request counts as in the handler until now all the same.
     */
    @Override
    public void execute() throws Pausable {
        try {
            T value = work.execute();
            counter.exit();
            result.setResult(value);
        } catch (Throwable e) { // an Error too, or this client would get no answer
            counter.exit();
            result.setErrorResult(e);
        }
    }
}
