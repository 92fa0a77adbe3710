package threadwall.kilim.connection;

import kilim.Pausable;
import threadwall.kilim.http.Request;
import threadwall.kilim.http.Response;

/**
 * Answers a request, in plain pausable code. It may pause its fiber ({@code Task.sleep}, a mailbox, a pending result of
 * the store) but must never block its thread, which serves other connections. When the client disconnects, the pause
 * throws {@link ClientDisconnected}; clean up in a {@code finally} block,
 * which may pause.
 *
 * <p>A body is held as long as the route refers to its request, so let go of both before a pause.
 */
@FunctionalInterface
public interface Route {
    Response answer(Request request) throws Pausable;

    /**
     * Whether it uses the body of a request with this head. Otherwise the body's bytes are counted and dropped as they
     * arrive.
     */
    default boolean readsBody(Request head) {
        return true;
    }
}
