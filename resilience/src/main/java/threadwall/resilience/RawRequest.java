package threadwall.resilience;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * A request, byte for byte, and the answer that is due to it.
 *
 * @param text its bytes, as ISO 8859-1
 */
record RawRequest(String text, ExpectedResponse due) {

    static final RawRequest JSON = get("/json", ExpectedResponse.ok("{\"message\":\"Hello, World!\"}"));

    static RawRequest sleep(int millis) {
        return get(
                "/json2?time=" + millis, ExpectedResponse.ok("{\"message\":\"Hello, World! %d\"}".formatted(millis)));
    }

    /** HTTP/1.1, on a connection that stays. */
    static RawRequest get(String target, ExpectedResponse due) {
        return new RawRequest("GET %s HTTP/1.1\r\nHost: threadwall\r\n\r\n".formatted(target), due);
    }

    /** The same with one more header field, {@code Name: value}. */
    RawRequest with(String field) {
        return new RawRequest(text.substring(0, text.length() - 2) + field + "\r\n\r\n", due);
    }

    /** The same by HEAD. */
    RawRequest head() {
        return new RawRequest(text.replaceFirst("^GET", "HEAD"), due.toHead());
    }

    /** The same, and that the connection ends. */
    RawRequest close() {
        return new RawRequest(with("Connection: close").text, due.andClose());
    }

    /** The same in HTTP/1.0, which ends the connection unless it is asked to stay. */
    RawRequest old(boolean stay) {
        var old = new RawRequest(text.replaceFirst(" HTTP/1\\.1\r\n", " HTTP/1.0\r\n"), stay ? due : due.andClose());
        return stay ? old.with("Connection: keep-alive") : old;
    }

    byte[] bytes() {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    /**
     * {@code /fortunes}, whose right body is what the server says at the start, once: a list of fortunes.
     *
     * @throws IOException when that is none
     */
    static RawRequest fortunes(ServerUnderTest victim) throws IOException {
        try (var wire = RawHttpConnection.open(victim.address(), InetAddress.getByName("127.0.0.2"), 30_000, 0)) {
            wire.send(get("/fortunes", ExpectedResponse.ok("")).bytes());
            var body = new String(wire.read(false).body(), StandardCharsets.UTF_8);
            try {
                var list = new JsonMapper().readTree(body);
                if (list.isArray() && list.path(0).path("message").isString()) {
                    return get("/fortunes", ExpectedResponse.ok(body));
                }
            } catch (JacksonException e) {
                // no JSON is no list
            }
            throw new IOException(
                    "the server's /fortunes is no list of fortunes before the test; is its store right? See its log");
        }
    }
}
