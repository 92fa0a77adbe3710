package threadwall.loadgen.http;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;

/**
 * What a correct response to a request is.
 *
 * @param statuses the allowed ones
 * @param json whether Content-Type must be JSON
 * @param body byte for byte; {@code null} where it is not known: the reason of a refusal is the server's own
 * @param head whether the request is HEAD: the same headers without the body
 * @param closes whether the server must announce that it closes the connection
 */
public record ExpectedResponse(Set<Integer> statuses, boolean json, byte[] body, boolean head, boolean closes) {

    /** RFC 9110 section 5.6.7: {@code Sun, 06 Nov 1994 08:49:37 GMT}. */
    private static final String DATE = "\\w{3}, \\d{2} \\w{3} \\d{4} \\d{2}:\\d{2}:\\d{2} GMT";

    private static final int BEFORE_DIFFERENCE = 20;

    /** A 200 with this JSON. */
    public static ExpectedResponse ok(String body) {
        return new ExpectedResponse(Set.of(200), true, body.getBytes(StandardCharsets.UTF_8), false, false);
    }

    /** The response of {@code /json}. */
    public static ExpectedResponse hello() {
        return hello("");
    }

    /** The response of {@code /json2} after a sleep. */
    public static ExpectedResponse helloAfter(int millis) {
        return hello(" " + millis);
    }

    private static ExpectedResponse hello(String suffix) {
        return ok("{\"message\":\"Hello, World!%s\"}".formatted(suffix));
    }

    /** One of these statuses, with any body. */
    public static ExpectedResponse refusal(Integer... statuses) {
        return new ExpectedResponse(Set.of(statuses), false, null, false, false);
    }

    public ExpectedResponse toHead() {
        return new ExpectedResponse(statuses, json, body, true, closes);
    }

    public ExpectedResponse closing() {
        return new ExpectedResponse(statuses, json, body, head, true);
    }

    /** What is wrong with the response, in words; empty when it is correct. */
    public Optional<String> faultIn(HttpResponse response) {
        return headFault(response, false).or(() -> bodyFault(response.body()));
    }

    /**
     * What is wrong with its status and headers, and with the length of its body.
     *
     * @param lenient whether it may lack Date, and Content-Length if the end of the connection is that of the body
     */
    Optional<String> headFault(HttpResponse response, boolean lenient) {
        if (!statuses.contains(response.status())) {
            return Optional.of("status %d instead of %s"
                    .formatted(
                            response.status(),
                            statuses.size() == 1 ? statuses.iterator().next() : statuses));
        }
        var length = lenient && !response.headers().containsKey("content-length")
                ? Optional.<String>empty()
                : lengthFault(response);
        return length.or(() -> typeFault(response))
                .or(() -> lenient && !response.headers().containsKey("date") ? Optional.empty() : dateFault(response))
                .or(() -> closes && !response.closes()
                        ? Optional.of("the answer lacks Connection: close")
                        : Optional.empty());
    }

    private Optional<String> lengthFault(HttpResponse response) {
        var length = response.headers().get("content-length");
        if (head) {
            return length == null || body == null || length.equals(String.valueOf(body.length))
                    ? Optional.empty()
                    : Optional.of("Content-Length %s for HEAD instead of %d".formatted(length, body.length));
        }
        return response.isChunked() && length == null
                        || String.valueOf(response.body().length).equals(length)
                ? Optional.empty()
                : Optional.of("Content-Length %s with a body of %d bytes"
                        .formatted(length == null ? "missing" : length, response.body().length));
    }

    private Optional<String> typeFault(HttpResponse response) {
        var type = response.headers().getOrDefault("content-type", "missing");
        return json && !type.matches("application/json(;.*)?")
                ? Optional.of("Content-Type %s instead of application/json".formatted(type))
                : Optional.empty();
    }

    private static Optional<String> dateFault(HttpResponse response) {
        var date = response.headers().get("date");
        if (date == null) {
            return Optional.of("Date missing");
        }
        return date.matches(DATE) ? Optional.empty() : Optional.of("Date is not a date: " + date);
    }

    /** What is wrong with a body; empty as well where it is not known. */
    Optional<String> bodyFault(byte[] received) {
        int differs = head || body == null ? -1 : Arrays.mismatch(body, received);
        if (differs < 0) {
            return Optional.empty();
        }
        // a difference that would be cut off is shown with what comes before it
        int from = differs < BEFORE_DIFFERENCE * 2 ? 0 : differs - BEFORE_DIFFERENCE;
        return Optional.of("body %s%s instead of %s"
                .formatted(
                        from == 0 ? "" : "from byte %d on ".formatted(from),
                        Printable.start(Arrays.copyOfRange(received, Math.min(from, received.length), received.length)),
                        Printable.start(Arrays.copyOfRange(body, Math.min(from, body.length), body.length))));
    }
}
