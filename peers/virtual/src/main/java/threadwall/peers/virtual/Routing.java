package threadwall.peers.virtual;

import threadwall.server.Answer;
import threadwall.server.RequestCounter;
import threadwall.server.Routes;
import threadwall.server.ServerIdentity;

/** The routes of a peer: /json, /json2 and /health. Every body is built for its request. */
final class Routing {
    private final ServerIdentity identity;
    private final RequestCounter counter;

    Routing(ServerIdentity identity, RequestCounter counter) {
        this.identity = identity;
        this.counter = counter;
    }

    Response answer(Request request) throws InterruptedException {
        return switch (request.path()) {
            case Routes.JSON, Routes.JSON2, Routes.HEALTH -> known(request);
            default -> Response.noRoute(request.path());
        };
    }

    private Response known(Request request) throws InterruptedException {
        if (!request.method().equals("GET") && !request.isHead()) {
            return Response.notAllowed(request.method(), request.path());
        }
        return switch (request.path()) {
            case Routes.JSON -> counter.count(() -> Response.ok(Answer.hello()));
            case Routes.JSON2 -> json2(request.parameter("time"));
            default -> Response.ok(identity.health());
        };
    }

    private Response json2(String time) throws InterruptedException {
        int millis = Routes.sleepMillis(time);
        if (millis == Routes.BAD_NUMBER) {
            return Response.badTime(time);
        }
        return counter.count(() -> {
            Thread.sleep(millis);
            return Response.ok(Answer.hello(millis));
        });
    }
}
