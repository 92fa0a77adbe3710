package threadwall.watch.web;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/** The page's routes: {@code /events}, a stream of records; {@code /now}, one record; and the page with its files. */
final class PageRoutes implements HttpHandler {

    private static final Duration HEARTBEAT = Duration.ofSeconds(5);

    /** Longer than a sample should take. */
    private static final Duration NOW_TIMEOUT = Duration.ofSeconds(10);

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
            // by its subscriber, or when the server stops: the exchange is closed, and this thread ends
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
        Optional<ServerSentEvent> event;
        try (var reader = feed.join().orElse(null)) {
            if (reader == null) {
                refuse(exchange);
                return;
            }
            event = reader.take(NOW_TIMEOUT);
        }
        if (event.isEmpty()) {
            WebResponse.text(exchange, 503, "no sample was ready within " + NOW_TIMEOUT.toSeconds() + " s; try again");
        } else if (event.get().isError()) {
            WebResponse.text(exchange, 503, event.get().data());
        } else {
            WebResponse.send(
                    exchange,
                    200,
                    "application/json",
                    ServerSentEvent.utf8(event.get().data() + "\n"));
        }
    }

    private void events(HttpExchange exchange) throws IOException, InterruptedException {
        boolean head = exchange.getRequestMethod().equals("HEAD");
        try (var reader = head ? null : feed.join().orElse(null)) {
            if (head ? feed.isFull() : reader == null) {
                refuse(exchange);
                return;
            }
            exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
            if (head) { // a refused page sends HEAD to learn why, because EventSource does not show it the status
                exchange.sendResponseHeaders(200, -1);
                return;
            }
            // the JDK's server drops a broken connection only if it was to be closed anyway
            exchange.getResponseHeaders().set("Connection", "close");
            exchange.sendResponseHeaders(200, 0);
            stream(exchange, reader);
        }
    }

    private static void stream(HttpExchange exchange, EventSubscriber reader) throws IOException, InterruptedException {
        var out = exchange.getResponseBody();
        out.write(ServerSentEvent.streamStart());
        out.flush();
        while (!reader.ended()) {
            out.write(reader.take(HEARTBEAT).map(ServerSentEvent::bytes).orElseGet(ServerSentEvent::heartbeat));
            out.flush();
        }
    }

    private void refuse(HttpExchange exchange) throws IOException {
        exchange.getResponseHeaders().set("Retry-After", "10");
        WebResponse.text(exchange, 503, "%d pages are open, the maximum; close one".formatted(feed.maxReaders()));
    }
}
