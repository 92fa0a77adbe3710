package threadwall.kilim;

import java.util.Map;
import java.util.function.Function;
import kilim.Pausable;
import threadwall.kilim.HealthReader.Health;
import threadwall.kilim.connection.Route;
import threadwall.kilim.http.HttpStatus;
import threadwall.kilim.http.Request;
import threadwall.kilim.http.Response;
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
import threadwall.store.PendingResult;
import threadwall.store.StoreUnavailableException;
import threadwall.store.User;
import threadwall.store.World;

/**
 * The routes of this server. A route first checks its request, which never pauses, and returns the work that is left.
 * So the counter counts valid requests only. Every body is built for its request.
 */
final class RouteTable implements Route {
    private final FiberData data;
    private final RequestCounter counter;
    private final OperatorRoutes operator;
    private final Map<String, Function<Request, Work>> routes = Map.of(
            Routes.JSON, this::json,
            Routes.JSON2, this::json2,
            Routes.FORTUNES, this::fortunes,
            Routes.DB2, this::db2,
            Routes.USERS, this::addUser,
            Routes.HEALTH, this::health,
            OperatorRoutes.READY, this::ready,
            OperatorRoutes.METRICS, this::metrics);

    /** For every path below /users/. */
    private final Function<Request, Work> user = this::user;

    RouteTable(FiberData data, RequestCounter counter, OperatorRoutes operator) {
        this.data = data;
        this.counter = counter;
        this.operator = operator;
    }

    /** What is left to do for a valid request. */
    @FunctionalInterface
    private interface Work {
        Response answer() throws Pausable;
    }

    /** Work that is none of a measured route. */
    private interface Uncounted extends Work {}

    /** Nothing is left to do. */
    private record Answered(Response response) implements Uncounted {
        @Override
        public Response answer() throws Pausable {
            return response;
        }
    }

    private record AwaitHealth(PendingResult<Health> pending) implements Uncounted {
        @Override
        public Response answer() throws Pausable {
            return Response.ok(pending.await());
        }
    }

    @Override
    public Response answer(Request request) throws Pausable {
        var work = check(request);
        if (work instanceof Uncounted) {
            return work.answer();
        }
        counter.enter();
        try {
            return work.answer();
        } catch (StoreUnavailableException e) {
            return Response.unavailable(Answer.unavailable(e));
        } finally {
            counter.exit();
        }
    }

    @Override
    public boolean readsBody(Request head) {
        return head.posts() && head.path().equals(Routes.USERS);
    }

    private Work check(Request request) {
        var path = request.path();
        if (path.equals("*")) {
            return new Answered(Response.options(Routes.ALL_METHODS));
        }
        var route = routes.get(path);
        if (route == null) {
            if (Routes.userIn(path) == null) {
                return refusal(HttpStatus.NOT_FOUND, Answer.noRoute(request.rawPath()));
            }
            route = user;
        }
        var allowed = Routes.allowed(path);
        if (!(allowed.equals(Routes.POST) ? request.posts() : request.reads())) {
            var reason = Answer.notAllowed(request.method(), request.rawPath(), allowed);
            return new Answered(Response.notAllowed(reason, allowed));
        }
        return route.apply(request);
    }

    private static Work refusal(HttpStatus status, Answer.Refusal reason) {
        return new Answered(Response.of(status, reason));
    }

    /**
     * Serialises one body of each kind. This loads every class now; later there may be no descriptor left to open a
     * class file.
     */
    void warmUp() {
        Json.bytes(Answer.hello());
        Json.bytes(data.fortunes().get());
        Json.bytes(operator.readHealth().get());
        operator.answerMetrics();
        operator.answerReady();
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

    private Work json(Request request) {
        return () -> Response.ok(Answer.hello());
    }

    private Work json2(Request request) {
        var time = request.parameter("time");
        int millis = Routes.sleepMillis(time);
        if (millis == Routes.BAD_NUMBER) {
            return refusal(HttpStatus.BAD_REQUEST, Answer.badTime(time));
        }
        return () -> {
            if (millis > 0) {
                EventLoop.sleep(millis);
            }
            return Response.ok(Answer.hello(millis));
        };
    }

    private Work fortunes(Request request) {
        return () -> Response.ok(data.fortunes().await());
    }

    private Work db2(Request request) {
        var max = request.parameter("max");
        int id = Routes.drawWorld(max);
        if (id == Routes.BAD_NUMBER) {
            return refusal(HttpStatus.BAD_REQUEST, Answer.badMax(max));
        }
        return () -> {
            var world = data.world(id).await();
            return world.isPresent() ? Response.ok(world.get()) : Response.of(HttpStatus.NOT_FOUND, Answer.noWorld(id));
        };
    }

    private Work addUser(Request request) {
        if (request.contentType() == null || !Routes.isJson(request.contentType())) {
            return refusal(HttpStatus.UNSUPPORTED_MEDIA_TYPE, Answer.notJson());
        }
        return switch (PostedUser.read(request.body())) {
            case Bad bad -> refusal(HttpStatus.BAD_REQUEST, bad.reason());
            case Good good ->
                () -> {
                    int id = data.addUser(good.user()).await();
                    return Response.created(new Created(id), Routes.user(id));
                };
        };
    }

    private Work user(Request request) {
        var id = Routes.userIn(request.path());
        return () -> {
            var user = data.user(Routes.userId(id)).await();
            return user.isPresent() ? Response.ok(user.get()) : Response.of(HttpStatus.NOT_FOUND, Answer.noUser(id));
        };
    }

    private Work health(Request request) {
        return new AwaitHealth(operator.readHealth());
    }

    private Work ready(Request request) {
        return new Answered(operator.answerReady());
    }

    private Work metrics(Request request) {
        return new Answered(operator.answerMetrics());
    }
}
