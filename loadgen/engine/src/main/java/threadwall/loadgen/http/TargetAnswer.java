package threadwall.loadgen.http;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What is known of the responses of a server that is none of threadwall's, to a route of its own. Bodies are compared as
 * UTF-8.
 *
 * @param contains text that each body contains; {@code null} for any
 * @param ignore the parts of a body that may differ from one to the next; {@code null} for none
 */
public record TargetAnswer(String contains, Pattern ignore) {

    /** The response without the parts that may differ. */
    HttpResponse comparable(HttpResponse response) {
        if (ignore == null) {
            return response;
        }
        var body = ignore.matcher(text(response)).replaceAll("").getBytes(StandardCharsets.UTF_8);
        var headers = new HashMap<>(response.headers());
        headers.remove("content-length");
        return new HttpResponse(response.status(), response.http11(), headers, body, response.waitMillis());
    }

    /** What is wrong with the whole body, in words; empty when it is correct. */
    Optional<String> faultIn(HttpResponse response) {
        var length = response.headers().get("content-length");
        if (length != null && !length.equals(String.valueOf(response.body().length))) {
            return Optional.of("Content-Length %s with a body of %d bytes".formatted(length, response.body().length));
        }
        return contains == null || text(response).contains(contains)
                ? Optional.empty()
                : Optional.of("the body does not contain '%s': %s"
                        .formatted(Printable.start(contains), Printable.start(response.body())));
    }

    private static String text(HttpResponse response) {
        return new String(response.body(), StandardCharsets.UTF_8);
    }
}
