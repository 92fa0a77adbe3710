package threadwall.kilim;

import kilim.Pausable;

/** What answers a request. It may pause its fiber and never blocks its thread. */
@FunctionalInterface
interface Route {
    Response answer(Request request) throws Pausable;
}
