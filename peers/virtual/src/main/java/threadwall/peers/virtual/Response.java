package threadwall.peers.virtual;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import threadwall.server.Answer;
import threadwall.server.HttpDate;
import threadwall.server.Json;
import threadwall.server.Routes;

/** Status, JSON body, and what depends on the request: whether the body is sent, and the Connection header. */
record Response(String status, byte[] body, boolean withBody, String connection) {
    private static final String CLOSE = "Connection: close\r\n";
    private static final String KEEP_ALIVE = "Connection: keep-alive\r\n";
    private static final String NOT_ALLOWED = "405 Method Not Allowed";

    static Response ok(Object value) {
        return of("200 OK", value);
    }

    static Response noRoute(String path) {
        return of("404 Not Found", Answer.noRoute(path));
    }

    static Response notAllowed(String method, String path) {
        return of(NOT_ALLOWED, Answer.notAllowed(method, path));
    }

    static Response badTime(String time) {
        return of("400 Bad Request", Answer.badTime(time));
    }

    /** For a malformed request; the connection is closed after it. */
    static Response refused(String reason) {
        return of("400 Bad Request", new Answer.Refusal(reason));
    }

    private static Response of(String status, Object value) {
        return new Response(status, Json.bytes(value), true, CLOSE);
    }

    Response to(Request request, boolean goesOn) {
        // HTTP/1.0 closes by default, HTTP/1.1 stays open
        return new Response(status, body, !request.isHead(), goesOn ? request.http11() ? "" : KEEP_ALIVE : CLOSE);
    }

    /** The whole response, for one write. */
    ByteBuffer encode() {
        var head =
                "HTTP/1.1 " + status + "\r\nContent-Type: " + Routes.CONTENT_TYPE + "\r\nContent-Length: " + body.length
                        + "\r\nDate: " + HttpDate.now() + "\r\n" + connection
                        + (status.equals(NOT_ALLOWED) ? "Allow: " + Routes.ALLOWED + "\r\n" : "") + "\r\n";
        var out = ByteBuffer.allocate(head.length() + (withBody ? body.length : 0));
        out.put(head.getBytes(StandardCharsets.US_ASCII));
        return (withBody ? out.put(body) : out).flip();
    }
}
