package threadwall.kilim;

import kilim.Pausable;
import threadwall.kilim.http.Request;
import threadwall.kilim.http.Response;

/** What answers a request. It may pause its fiber and never blocks its thread. */
@FunctionalInterface
interface Route {
    Response answer(Request request) throws Pausable;
}
