package threadwall.watch.web;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/** What stands where: {@code /events}, a stream of records; {@code /now}, one record; the page and its files. */
final class PageRoutes implements HttpHandler {

    private static final Duration HEARTBEAT = Duration.ofSeconds(5);

    /** More than a look should take to come. */
    private static final Duration NOW = Duration.ofSeconds(10);

    private final EventFeed feed;
    private final PageAssets assets;

    PageRoutes(EventFeed feed) throws IOException {
        this.feed = feed;
        this.assets = new PageAssets();
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        var path = exchange.getRequestURI().getPath();
        try (exchange) {
            switch (path) {
                case "/events" -> events(exchange);
                case "/now" -> now(exchange);
                default -> file(exchange, path);
            }
        } catch (InterruptedException dropped) {
            // by its viewer, or at the stop: the exchange is closed, and this thread ends
        }
    }

    private void file(HttpExchange exchange, String path) throws IOException {
        var asset = assets.at(path);
        if (asset.isPresent()) {
            WebResponse.send(exchange, 200, asset.get().type(), asset.get().bytes());
        } else {
            WebResponse.text(exchange, 404, "there is nothing here; the page is at /");
        }
    }

    private void now(HttpExchange exchange) throws IOException, InterruptedException {
        Optional<ServerSentEvent> message;
        try (var viewer = feed.join().orElse(null)) {
            if (viewer == null) {
                refuse(exchange);
                return;
            }
            message = viewer.take(NOW);
        }
        if (message.isEmpty()) {
            WebResponse.text(
                    exchange, 503, "no look at the machine was finished in " + NOW.toSeconds() + " s; ask again");
        } else if (message.get().isTrouble()) {
            WebResponse.text(exchange, 503, message.get().data());
        } else {
            WebResponse.send(
                    exchange,
                    200,
                    "application/json",
                    ServerSentEvent.utf8(message.get().data() + "\n"));
        }
    }

    private void events(HttpExchange exchange) throws IOException, InterruptedException {
        boolean head = exchange.getRequestMethod().equals("HEAD");
        try (var viewer = head ? null : feed.join().orElse(null)) {
            if (head ? feed.full() : viewer == null) {
                refuse(exchange);
                return;
            }
            exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
            if (head) { // a page asks so why it was refused: EventSource keeps the status to itself
                exchange.sendResponseHeaders(200, -1);
                return;
            }
            // the JDK's server forgets a connection that broke only if it was to be closed anyway
            exchange.getResponseHeaders().set("Connection", "close");
            exchange.sendResponseHeaders(200, 0);
            stream(exchange, viewer);
        }
    }

    private static void stream(HttpExchange exchange, EventSubscriber viewer) throws IOException, InterruptedException {
        var out = exchange.getResponseBody();
        out.write(ServerSentEvent.hello());
        out.flush();
        while (!viewer.ended()) {
            out.write(viewer.take(HEARTBEAT).map(ServerSentEvent::bytes).orElseGet(ServerSentEvent::heartbeat));
            out.flush();
        }
    }

    private void refuse(HttpExchange exchange) throws IOException {
        exchange.getResponseHeaders().set("Retry-After", "10");
        WebResponse.text(exchange, 503, "%d pages are open, which is the most; close one".formatted(feed.room()));
    }
}
