package threadwall.resilience;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;

/**
 * The answer that is due to a request.
 *
 * @param statuses one of these
 * @param body to the byte; {@code null} where any will do: a refusal's reason is the server's own
 * @param head whether it was asked by HEAD: the same fields without the body
 * @param closes whether the server has to say that it closes, and to do so
 */
record ExpectedResponse(Set<Integer> statuses, byte[] body, boolean head, boolean closes) {

    /** As RFC 9110 section 5.6.7 writes it: {@code Sun, 06 Nov 1994 08:49:37 GMT}. */
    private static final String DATE = "\\w{3}, \\d{2} \\w{3} \\d{4} \\d{2}:\\d{2}:\\d{2} GMT";

    static ExpectedResponse ok(String body) {
        return new ExpectedResponse(Set.of(200), body.getBytes(StandardCharsets.UTF_8), false, false);
    }

    static ExpectedResponse refusal(Integer... statuses) {
        return new ExpectedResponse(Set.of(statuses), null, false, false);
    }

    ExpectedResponse toHead() {
        return new ExpectedResponse(statuses, body, true, closes);
    }

    ExpectedResponse andClose() {
        return new ExpectedResponse(statuses, body, head, true);
    }

    /** What is wrong with the answer, in words; empty when it is right. */
    Optional<String> faultIn(RawResponse reply) {
        if (!statuses.contains(reply.status())) {
            return Optional.of("status %d instead of %s"
                    .formatted(
                            reply.status(),
                            statuses.size() == 1 ? statuses.iterator().next() : statuses));
        }
        var type = reply.fields().getOrDefault("content-type", "missing");
        if (body != null && !type.matches("application/json(;.*)?")) {
            return Optional.of("Content-Type " + type);
        }
        if (!reply.fields().getOrDefault("date", "missing").matches(DATE)) {
            return Optional.of("Date " + reply.fields().get("date"));
        }
        if (closes && !reply.closes()) {
            return Optional.of("the answer does not say that the connection closes");
        }
        if (head) {
            var length = reply.fields().get("content-length");
            return length == null || body == null || length.equals(String.valueOf(body.length))
                    ? Optional.empty()
                    : Optional.of("Content-Length %s for HEAD instead of %d".formatted(length, body.length));
        }
        return bodyFault(reply.body());
    }

    private Optional<String> bodyFault(byte[] came) {
        return body == null || Arrays.equals(body, came)
                ? Optional.empty()
                : Optional.of("body %s instead of %s".formatted(shown(came), shown(body)));
    }

    private static String shown(byte[] body) {
        var text = new String(body, StandardCharsets.UTF_8).replaceAll("\\p{Cntrl}", " ");
        return text.length() > 60 ? text.substring(0, 60) + "… (%d bytes)".formatted(body.length) : text;
    }
}
