package threadwall.kilim.connection;

import kilim.Pausable;
import threadwall.kilim.http.Request;
import threadwall.kilim.http.Response;

/**
 * What answers a request: plain pausable code. It may pause its fiber ({@code Task.sleep}, a mailbox, a pending answer of
 * the store) and never blocks its thread, which others wait for. When the client goes meanwhile, its pause ends with
 * {@link ClientDisconnected}; what it has to put in order belongs into a {@code finally}.
 */
@FunctionalInterface
public interface Route {
    Response answer(Request request) throws Pausable;
}
