package threadwall.resilience;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import threadwall.loadgen.http.ExpectedResponse;
import threadwall.loadgen.http.HttpConnection;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * A request, byte for byte, and the response that is expected.
 *
 * @param text its bytes as ISO 8859-1
 */
record RawRequest(String text, ExpectedResponse expected) {

    static final RawRequest JSON = get("/json", ExpectedResponse.hello());

    static RawRequest sleep(int millis) {
        return get("/json2?time=" + millis, ExpectedResponse.helloAfter(millis));
    }

    /** A GET of HTTP/1.1 that keeps the connection. */
    static RawRequest get(String target, ExpectedResponse expected) {
        return new RawRequest("GET %s HTTP/1.1\r\nHost: threadwall\r\n\r\n".formatted(target), expected);
    }

    /** This request with one more header, {@code Name: value}. */
    RawRequest withHeader(String header) {
        return new RawRequest(text.substring(0, text.length() - 2) + header + "\r\n\r\n", expected);
    }

    /** This request by HEAD. */
    RawRequest head() {
        return new RawRequest(text.replaceFirst("^GET", "HEAD"), expected.toHead());
    }

    /** This request, asking the server to close the connection. */
    RawRequest closing() {
        return new RawRequest(withHeader("Connection: close").text, expected.closing());
    }

    /** This request in HTTP/1.0, which closes the connection unless keep-alive is requested. */
    RawRequest http10(boolean keepAlive) {
        var request = new RawRequest(
                text.replaceFirst(" HTTP/1\\.1\r\n", " HTTP/1.0\r\n"), keepAlive ? expected : expected.closing());
        return keepAlive ? request.withHeader("Connection: keep-alive") : request;
    }

    /**
     * {@code /fortunes}. The correct body is the server's first one, which must be a list of fortunes.
     *
     * @throws IOException when it is not
     */
    static RawRequest fortunes(ServerUnderTest server) throws IOException {
        try (var connection = HttpConnection.open(server.address(), HeldConnections.source(0), 30_000)) {
            connection.send(get("/fortunes", ExpectedResponse.ok("")).text());
            var body = new String(connection.read(false).body(), StandardCharsets.UTF_8);
            try {
                var list = new JsonMapper().readTree(body);
                if (list.isArray() && list.path(0).path("message").isString()) {
                    return get("/fortunes", ExpectedResponse.ok(body));
                }
            } catch (JacksonException e) {
                // not JSON, so not a list
            }
            throw new IOException(
                    "before the test the server's /fortunes does not return a list of fortunes; check its store and its log");
        }
    }
}
