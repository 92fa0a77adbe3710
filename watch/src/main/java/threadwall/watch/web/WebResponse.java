package threadwall.watch.web;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;

/** Sends responses of known length. */
final class WebResponse {

    private WebResponse() {}

    /** Sends one line of text. */
    static void text(HttpExchange exchange, int status, String line) throws IOException {
        send(exchange, status, "text/plain; charset=utf-8", ServerSentEvent.utf8(line + "\n"));
    }

    /** Sends a response; to HEAD the same without the body. */
    static void send(HttpExchange exchange, int status, String type, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type);
        if (exchange.getRequestMethod().equals("HEAD")) {
            exchange.getResponseHeaders().set("Content-Length", String.valueOf(body.length));
            exchange.sendResponseHeaders(status, -1);
        } else {
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
        }
        exchange.close();
    }
}
