package threadwall.kilim;

import java.util.Map;
import java.util.function.Supplier;
import kilim.Pausable;
import kilim.Task;
import threadwall.kilim.http.Request;
import threadwall.kilim.http.Response;
import threadwall.kilim.http.Status;
import threadwall.server.Answer;
import threadwall.server.Identity;
import threadwall.server.RequestCounter;
import threadwall.server.Routes;
import threadwall.store.FiberStore;
import threadwall.store.Fortunes;

/** The routes of this server. Every body is built for its request. */
final class RouteTable implements Route {
    private final FiberStore store;
    private final RequestCounter counter;
    private final Supplier<Identity.Health> health;
    private final Map<String, Route> routes = Map.of(
            Routes.JSON, this::json,
            Routes.JSON2, this::json2,
            Routes.FORTUNES, this::fortunes,
            Routes.HEALTH, this::health);

    RouteTable(FiberStore store, RequestCounter counter, Supplier<Identity.Health> health) {
        this.store = store;
        this.counter = counter;
        this.health = health;
    }

    @Override
    public Response answer(Request request) throws Pausable {
        var route = routes.get(request.path());
        if (route == null) {
            return Response.refusal(Status.NOT_FOUND, Answer.noRoute(request.rawPath()));
        }
        if (!request.reads()) {
            return Response.refusal(Status.METHOD_NOT_ALLOWED, Answer.notAllowed(request.method(), request.rawPath()));
        }
        return route.answer(request);
    }

    /** Makes a body of each kind, so that no class is loaded later, when descriptors may have run out. */
    void warmUp() {
        Response.ok(Answer.hello());
        Response.ok(store.submit(Fortunes::all).get());
        Response.ok(health.get());
        Response.refusal(Status.NOT_FOUND, Answer.noRoute("/"));
        Response.refusal(Status.METHOD_NOT_ALLOWED, Answer.notAllowed("POST", "/"));
        Response.refusal(Status.BAD_REQUEST, Answer.badTime("x"));
        Response.refusal(Status.INTERNAL_ERROR, Answer.failed());
    }

    private Response json(Request request) throws Pausable {
        counter.enter();
        var response = Response.ok(Answer.hello());
        counter.exit();
        return response;
    }

    private Response json2(Request request) throws Pausable {
        var time = request.parameter("time");
        int millis = Routes.sleepMillis(time);
        if (millis == Routes.BAD_TIME) {
            return Response.refusal(Status.BAD_REQUEST, Answer.badTime(time));
        }
        counter.enter();
        if (millis > 0) {
            Task.sleep(millis);
        }
        var response = Response.ok(Answer.hello(millis));
        counter.exit();
        return response;
    }

    private Response fortunes(Request request) throws Pausable {
        counter.enter();
        try {
            return Response.ok(store.submit(Fortunes::all).await());
        } finally {
            counter.exit();
        }
    }

    private Response health(Request request) throws Pausable {
        return Response.ok(health.get());
    }
}
