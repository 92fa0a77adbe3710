package threadwall.watch.web;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;

/** Answers of known length. */
final class WebResponse {

    private WebResponse() {}

    /** One line for people. */
    static void text(HttpExchange exchange, int status, String line) throws IOException {
        send(exchange, status, "text/plain; charset=utf-8", ServerSentEvent.utf8(line + "\n"));
    }

    /** To HEAD the same without the body. */
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
