package threadwall.kilim.connection;

import kilim.Pausable;
import kilim.Task;
import threadwall.kilim.http.Request;
import threadwall.kilim.http.Response;
import threadwall.kilim.loop.EventLoop;

/**
 * The fiber of a request: it begins when the request is there in full and ends with its answer, so a connection that idles
 * has none. It is used again for other requests of its loop.
 *
 * <p>Kilim runs it until it pauses or ends; then the loop asks {@link #afterRun}, outside of the fiber.
 */
final class RequestFiber extends Task<Void> implements EventLoop.FiberObserver {
    private final EventLoop loop;
    private final Route route;
    private Connection connection;
    private Request request;
    private Response response;
    private boolean cancelled;

    RequestFiber(EventLoop loop, Route route) {
        this.loop = loop;
        this.route = route;
        setScheduler(loop);
    }

    /** Answers a request; perhaps at once, and {@link Connection#answered} is called before this returns. */
    void answer(Request request, Connection connection) {
        this.connection = connection;
        this.request = request;
        start();
    }

    @Override
    public void execute() throws Pausable {
        if (request != null) { // else nobody has lent it: see recycle()
            response = route.answer(request);
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
        loop.cancelTimer(timer); // of a wait that ended before its time
        if (connection != null) {
            connection.answered(this);
        } else {
            recycle();
        }
    }

    Request request() {
        return request;
    }

    /** The answer; null if the route failed. */
    Response response() {
        return response;
    }

    /** What the route threw, or null. */
    Throwable failure() {
        return exitResult instanceof Throwable thrown ? thrown : null;
    }

    /** Ends it at its pause: it resumes, and the pause throws. */
    void cancel() {
        cancelled = true;
        loop.cancelTimer(timer);
        resume();
    }

    /** Kilim asks at every pause, when it begins and when it ends. */
    @Override
    public void checkKill() {
        if (cancelled) {
            throw ClientDisconnected.INSTANCE;
        }
    }

    /** Whether it can be used again once it is done. The stack of one that failed or was cancelled is not clean. */
    boolean isClean() {
        return failure() == null && !cancelled;
    }

    /**
     * Makes it as new, except that it is known to whom its request waited for. One of them may resume it still: a store's
     * thread, say, that was about to when the fiber found the answer by itself. Such a resume finds no request and does
     * nothing; or a later one in mid-pause, which looks again whether there is reason to go on, as all pauses of Kilim's do.
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
