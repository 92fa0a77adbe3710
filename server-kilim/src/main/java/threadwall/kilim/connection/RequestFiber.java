package threadwall.kilim.connection;

import kilim.Pausable;
import kilim.Task;
import threadwall.kilim.http.Request;
import threadwall.kilim.http.Response;
import threadwall.kilim.loop.EventLoop;

/**
 * The fiber that answers a request. It starts when the request is complete and ends with the response, so idle
 * connections have none. Fibers are reused for other requests of the same loop.
 *
 * <p>Kilim runs it until it pauses or ends; then the loop calls {@link #afterRun}, outside of the fiber.
 */
final class RequestFiber extends Task<Void> implements EventLoop.FiberObserver {
    private final EventLoop loop;
    private final Route route;
    private Connection connection;
    private Request request;
    private Response response;
    private long began;
    private boolean cancelled;

    /** Whether the route knows. */
    private boolean thrown;

    RequestFiber(EventLoop loop, Route route) {
        this.loop = loop;
        this.route = route;
        setScheduler(loop);
    }

    /**
     * Answers a request. If the route does not pause, {@link Connection#answered} is called before this returns.
     *
     * @param began as {@link System#nanoTime}
     */
    void answer(Request request, Connection connection, long began) {
        this.began = began;
        this.connection = connection;
        this.request = request;
        start();
    }

    @Override
    public void execute() throws Pausable {
        if (request != null) { // else a late resume after recycle()
            var whole = request;
            request = whole.forResponse(); // the rest is held as long as the route uses it
            response = route.answer(whole);
        }
    }

    @Override
    public void afterRun(Throwable escaped) {
        if (escaped != null) {
            exitResult = escaped;
            done = true;
        }
        if (!isDone()) {
            return;
        }
        loop.cancelTimer(timer); // of a wait that ended early
        if (connection != null) {
            connection.answered(this);
        } else {
            recycle();
        }
    }

    /** The request, as far as the response depends on it. */
    Request request() {
        return request;
    }

    long began() {
        return began;
    }

    /** The response; null if the route failed. */
    Response response() {
        return response;
    }

    /** What the route threw, or null. */
    Throwable failure() {
        return exitResult instanceof Throwable thrown ? thrown : null;
    }

    /** Cancels a paused fiber: it resumes, and the pause throws. */
    void cancel() {
        cancelled = true;
        loop.cancelTimer(timer);
        resume();
    }

    /** Kilim calls this at every pause, at its start and at its end. The pauses of a finally block are left alone. */
    @Override
    public void checkKill() {
        if (cancelled && !thrown) {
            thrown = true;
            throw ClientDisconnected.INSTANCE;
        }
    }

    /**
     * Whether the fiber can be reused once it is done. After a failure or a cancellation its saved frames are not
     * clean.
     */
    boolean isClean() {
        return failure() == null && !cancelled;
    }

    /**
     * Resets for reuse. The object that the last request waited for may still hold a reference and resume this fiber
     * late, for example a store's thread. That is harmless: without a request the fiber does nothing, and a fiber that
     * is paused again checks its own pause reason, as all of Kilim's pauses do.
     */
    void recycle() {
        connection = null;
        request = null;
        response = null;
        pauseReason = null;
        exitResult = null;
        fiber.reset();
        done = false;
        running.set(false);
    }
}
