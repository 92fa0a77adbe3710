package threadwall.kilim;

import java.util.Map;
import java.util.function.Supplier;
import kilim.Pausable;
import threadwall.kilim.client.Route;
import threadwall.kilim.http.Request;
import threadwall.kilim.http.Response;
import threadwall.kilim.http.Status;
import threadwall.kilim.loop.EventLoop;
import threadwall.server.Answer;
import threadwall.server.Json;
import threadwall.server.RequestCounter;
import threadwall.server.Routes;
import threadwall.store.FiberData;
import threadwall.store.StoreUnavailableException;

/** The routes of this server. Every body is built for its request. */
final class RouteTable implements Route {
    private final FiberData data;
    private final RequestCounter counter;
    private final Supplier<?> health;
    private final Map<String, Route> routes = Map.of(
            Routes.JSON, this::json,
            Routes.JSON2, this::json2,
            Routes.FORTUNES, this::fortunes,
            Routes.HEALTH, this::health);

    RouteTable(FiberData data, RequestCounter counter, Supplier<?> health) {
        this.data = data;
        this.counter = counter;
        this.health = health;
    }

    @Override
    public Response answer(Request request) throws Pausable {
        if (request.path().equals("*")) {
            return Response.options();
        }
        var route = routes.get(request.path());
        if (route == null) {
            return Response.refusal(Status.NOT_FOUND, Answer.noRoute(request.rawPath()));
        }
        if (!request.reads()) {
            return Response.refusal(Status.METHOD_NOT_ALLOWED, Answer.notAllowed(request.method(), request.rawPath()));
        }
        try {
            return route.answer(request);
        } catch (StoreUnavailableException e) {
            return Response.refusal(Status.UNAVAILABLE, Answer.unavailable(e));
        }
    }

    /** Makes a body of each kind, so that no class is loaded later, when descriptors may have run out. */
    void warmUp() {
        Json.bytes(Answer.hello());
        Json.bytes(data.fortunes().get());
        Json.bytes(health.get());
        Json.bytes(Answer.noRoute("/"));
        Json.bytes(Answer.notAllowed("POST", "/"));
        Json.bytes(Answer.badTime("x"));
        Json.bytes(Answer.failed());
        Json.bytes(Answer.unavailable(new StoreUnavailableException("x", null)));
    }

    private Response json(Request request) throws Pausable {
        counter.enter();
        try {
            return Response.ok(Answer.hello());
        } finally {
            counter.exit();
        }
    }

    private Response json2(Request request) throws Pausable {
        var time = request.parameter("time");
        int millis = Routes.sleepMillis(time);
        if (millis == Routes.BAD_TIME) {
            return Response.refusal(Status.BAD_REQUEST, Answer.badTime(time));
        }
        counter.enter();
        try {
            if (millis > 0) {
                EventLoop.sleep(millis);
            }
            return Response.ok(Answer.hello(millis));
        } finally {
            counter.exit();
        }
    }

    private Response fortunes(Request request) throws Pausable {
        counter.enter();
        try {
            return Response.ok(data.fortunes().await());
        } finally {
            counter.exit();
        }
    }

    private Response health(Request request) throws Pausable {
        return Response.ok(health.get());
    }
}
