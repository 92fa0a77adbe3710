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
import threadwall.server.Answer.Created;
import threadwall.server.Json;
import threadwall.server.PostedUser;
import threadwall.server.PostedUser.Bad;
import threadwall.server.PostedUser.Good;
import threadwall.server.RequestCounter;
import threadwall.server.Routes;
import threadwall.store.FiberData;
import threadwall.store.NewUser;
import threadwall.store.StoreUnavailableException;
import threadwall.store.User;
import threadwall.store.World;

/** The routes of this server. Every body is built for its request. */
final class RouteTable implements Route {
    private final FiberData data;
    private final RequestCounter counter;
    private final Supplier<?> health;
    private final Map<String, Route> routes = Map.of(
            Routes.JSON, this::json,
            Routes.JSON2, this::json2,
            Routes.FORTUNES, this::fortunes,
            Routes.DB2, this::db2,
            Routes.USERS, this::addUser,
            Routes.HEALTH, this::health);

    /** Of all paths of users. */
    private final Route user = this::user;

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
        var route = route(request.path());
        if (route == null) {
            return Response.refusal(Status.NOT_FOUND, Answer.noRoute(request.rawPath()));
        }
        var allowed = Routes.allowed(request.path());
        if (!(allowed.equals(Routes.POST) ? request.posts() : request.reads())) {
            return Response.notAllowed(Answer.notAllowed(request.method(), request.rawPath(), allowed), allowed);
        }
        try {
            return route.answer(request);
        } catch (StoreUnavailableException e) {
            return Response.refusal(Status.UNAVAILABLE, Answer.unavailable(e));
        }
    }

    /** Null = there is none. */
    private Route route(String path) {
        var route = routes.get(path);
        return route == null && Routes.userIn(path) != null ? user : route;
    }

    /** Makes a body of each kind, so that no class is loaded later, when descriptors may have run out. */
    void warmUp() {
        Json.bytes(Answer.hello());
        Json.bytes(data.fortunes().get());
        Json.bytes(health.get());
        data.world(1).get();
        Json.bytes(new World(1, 1));
        data.user(1).get();
        Json.bytes(new User(1, "x", 1));
        Json.bytes(new Created(1));
        PostedUser.read(Json.bytes(new NewUser("x", 1)));
        PostedUser.read(new byte[0]);
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
        if (millis == Routes.BAD_NUMBER) {
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

    private Response db2(Request request) throws Pausable {
        var max = request.parameter("max");
        int id = Routes.drawWorld(max);
        if (id == Routes.BAD_NUMBER) {
            return Response.refusal(Status.BAD_REQUEST, Answer.badMax(max));
        }
        counter.enter();
        try {
            var world = data.world(id).await();
            return world.isPresent()
                    ? Response.ok(world.get())
                    : Response.refusal(Status.NOT_FOUND, Answer.noWorld(id));
        } finally {
            counter.exit();
        }
    }

    private Response addUser(Request request) throws Pausable {
        if (!request.json()) {
            return Response.refusal(Status.UNSUPPORTED_MEDIA_TYPE, Answer.notJson());
        }
        var posted = PostedUser.read(request.body());
        if (posted instanceof Bad bad) {
            return Response.refusal(Status.BAD_REQUEST, bad.reason());
        }
        counter.enter();
        try {
            int id = data.addUser(((Good) posted).user()).await();
            return Response.created(new Created(id), Routes.user(id));
        } finally {
            counter.exit();
        }
    }

    private Response user(Request request) throws Pausable {
        var id = Routes.userIn(request.path());
        counter.enter();
        try {
            var user = data.user(Routes.userId(id)).await();
            return user.isPresent() ? Response.ok(user.get()) : Response.refusal(Status.NOT_FOUND, Answer.noUser(id));
        } finally {
            counter.exit();
        }
    }

    private Response health(Request request) throws Pausable {
        return Response.ok(health.get());
    }
}
