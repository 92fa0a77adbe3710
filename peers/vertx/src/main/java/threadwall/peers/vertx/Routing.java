package threadwall.peers.vertx;

import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.util.concurrent.TimeUnit;
import threadwall.server.Answer;
import threadwall.server.HttpDate;
import threadwall.server.Json;
import threadwall.server.PeerCommand.Settings;
import threadwall.server.Routes;
import threadwall.server.ServerLifecycle;

/** The routes of a peer, as a verticle: one instance per event loop, all sharing one listener. */
final class Routing extends VerticleBase {
    /** Any free port, the same for all instances; with 0 each would get its own. */
    private static final int ANY_SHARED = -1;

    private final Settings settings;
    private HttpServer server;

    Routing(Settings settings) {
        this.settings = settings;
    }

    @Override
    public Future<?> start() {
        var options = new HttpServerOptions()
                .setHost(settings.host())
                .setPort(settings.port() == 0 ? ANY_SHARED : settings.port())
                .setAcceptBacklog(Settings.BACKLOG);
        server = vertx.createHttpServer(options).requestHandler(this::answer);
        return server.listen();
    }

    int port() {
        return server.actualPort();
    }

    Future<Void> shutdown() {
        return server.shutdown(ServerLifecycle.GRACE.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void answer(HttpServerRequest request) {
        switch (request.path()) {
            case Routes.JSON, Routes.JSON2, Routes.HEALTH -> known(request);
            default -> reply(request, 404, Answer.noRoute(request.path()));
        }
    }

    private void known(HttpServerRequest request) {
        if (request.method() != HttpMethod.GET && request.method() != HttpMethod.HEAD) {
            request.response().putHeader(HttpHeaders.ALLOW, Routes.ALLOWED);
            reply(request, 405, Answer.notAllowed(request.method().name(), request.path()));
            return;
        }
        switch (request.path()) {
            case Routes.JSON -> reply(request, 200, settings.counter().count(Answer::hello));
            case Routes.JSON2 -> json2(request, request.getParam("time"));
            default ->
                reply(
                        request,
                        200,
                        settings.identity(request.localAddress().port()).health());
        }
    }

    private void json2(HttpServerRequest request, String time) {
        int millis = Routes.sleepMillis(time);
        if (millis == Routes.BAD_NUMBER) {
            reply(request, 400, Answer.badTime(time));
            return;
        }
        settings.counter().enter();
        if (millis == 0) { // setTimer rejects 0
            counted(request, Answer.hello(millis));
        } else {
            vertx.setTimer(millis, timer -> counted(request, Answer.hello(millis)));
        }
    }

    private void counted(HttpServerRequest request, Answer answer) {
        settings.counter().exit();
        reply(request, 200, answer);
    }

    private static void reply(HttpServerRequest request, int status, Object value) {
        var body = Buffer.buffer(Json.bytes(value));
        var response = request.response()
                .setStatusCode(status)
                .putHeader(HttpHeaders.CONTENT_TYPE, Routes.CONTENT_TYPE)
                .putHeader(HttpHeaders.CONTENT_LENGTH, Integer.toString(body.length()))
                .putHeader(HttpHeaders.DATE, HttpDate.now());
        if (request.method() == HttpMethod.HEAD) {
            response.end();
        } else {
            response.end(body);
        }
    }
}
