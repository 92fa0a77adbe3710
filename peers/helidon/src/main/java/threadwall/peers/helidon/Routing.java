package threadwall.peers.helidon;

import io.helidon.common.media.type.MediaTypes;
import io.helidon.http.HeaderNames;
import io.helidon.http.Method;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import threadwall.server.Answer;
import threadwall.server.Json;
import threadwall.server.PeerCommand.Settings;
import threadwall.server.Routes;

/** The routes of a peer, each on the virtual thread of its connection. */
final class Routing {
    private final Settings settings;

    Routing(Settings settings) {
        this.settings = settings;
    }

    void into(HttpRouting.Builder routes) {
        add(routes, Routes.JSON, this::json);
        add(routes, Routes.JSON2, this::json2);
        add(routes, Routes.HEALTH, this::health);
        routes.any((request, response) -> reply(request, response, 404, Answer.noRoute(path(request))));
    }

    private static void add(HttpRouting.Builder routes, String path, Handler handler) {
        routes.get(path, handler).head(path, handler).any(path, Routing::notAllowed);
    }

    private void json(ServerRequest request, ServerResponse response) {
        reply(request, response, 200, settings.counter().count(Answer::hello));
    }

    private void json2(ServerRequest request, ServerResponse response) throws InterruptedException {
        var time = request.query().first("time").orElse(null);
        int millis = Routes.sleepMillis(time);
        if (millis == Routes.BAD_NUMBER) {
            reply(request, response, 400, Answer.badTime(time));
            return;
        }
        var answer = settings.counter().count(() -> {
            Thread.sleep(millis);
            return Answer.hello(millis);
        });
        reply(request, response, 200, answer);
    }

    private void health(ServerRequest request, ServerResponse response) {
        reply(
                request,
                response,
                200,
                settings.identity(request.localPeer().port()).health());
    }

    private static void notAllowed(ServerRequest request, ServerResponse response) {
        response.header(HeaderNames.ALLOW, Routes.ALLOWED);
        reply(
                request,
                response,
                405,
                Answer.notAllowed(request.prologue().method().text(), path(request)));
    }

    private static String path(ServerRequest request) {
        return request.path().rawPath();
    }

    private static void reply(ServerRequest request, ServerResponse response, int status, Object value) {
        response.status(status).headers().contentType(MediaTypes.APPLICATION_JSON);
        var body = Json.bytes(value);
        if (request.prologue().method() == Method.HEAD) { // Helidon would send the body
            response.contentLength(body.length);
            response.send();
        } else {
            response.send(body);
        }
    }
}
