package threadwall.peers.undertow;

import io.undertow.Handlers;
import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;
import io.undertow.server.RoutingHandler;
import io.undertow.util.Headers;
import io.undertow.util.Methods;
import io.undertow.util.SameThreadExecutor;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import threadwall.server.Answer;
import threadwall.server.Json;
import threadwall.server.PeerCommand.Settings;
import threadwall.server.Routes;

/** The routes of a peer. All run on the IO thread of their connection, whose timer ends the sleep of /json2. */
final class Routing {
    private final Settings settings;

    Routing(Settings settings) {
        this.settings = settings;
    }

    HttpHandler handler() {
        var routes = Handlers.routing()
                .setFallbackHandler(request -> reply(request, 404, Answer.noRoute(request.getRequestPath())))
                .setInvalidMethodHandler(Routing::notAllowed);
        add(routes, Routes.JSON, this::json);
        add(routes, Routes.JSON2, this::json2);
        add(routes, Routes.HEALTH, this::health);
        return routes;
    }

    private static void add(RoutingHandler routes, String path, HttpHandler handler) {
        routes.add(Methods.GET, path, handler).add(Methods.HEAD, path, handler);
    }

    private void json(HttpServerExchange request) {
        reply(request, 200, settings.counter().count(Answer::hello));
    }

    private void json2(HttpServerExchange request) {
        var values = request.getQueryParameters().get("time");
        var time = values == null ? null : values.getFirst();
        int millis = Routes.sleepMillis(time);
        if (millis == Routes.BAD_NUMBER) {
            reply(request, 400, Answer.badTime(time));
            return;
        }
        settings.counter().enter();
        // dispatched, because otherwise the exchange would end when the handler returns
        request.dispatch(
                SameThreadExecutor.INSTANCE,
                () -> request.getIoThread()
                        .executeAfter(() -> counted(request, Answer.hello(millis)), millis, TimeUnit.MILLISECONDS));
    }

    private void health(HttpServerExchange request) {
        reply(
                request,
                200,
                settings.identity(request.getDestinationAddress().getPort()).health());
    }

    private void counted(HttpServerExchange request, Answer answer) {
        settings.counter().exit();
        reply(request, 200, answer);
    }

    private static void notAllowed(HttpServerExchange request) {
        request.getResponseHeaders().put(Headers.ALLOW, Routes.ALLOWED);
        reply(request, 405, Answer.notAllowed(request.getRequestMethod().toString(), request.getRequestPath()));
    }

    private static void reply(HttpServerExchange request, int status, Object value) {
        request.setStatusCode(status).getResponseHeaders().put(Headers.CONTENT_TYPE, Routes.CONTENT_TYPE);
        request.getResponseSender().send(ByteBuffer.wrap(Json.bytes(value)));
    }
}
