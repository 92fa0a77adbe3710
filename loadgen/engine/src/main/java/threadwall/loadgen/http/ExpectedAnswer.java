package threadwall.loadgen.http;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a right answer to a route is. {@code /json} and {@code /json2} are known to the byte; {@code /fortunes} is known in
 * its form, and every answer has to equal the first; {@code /db2} in its form; of any other route only that every answer
 * equals the first.
 */
final class ExpectedAnswer {

    private static final Duration DATE_TOLERANCE = Duration.ofSeconds(60);

    /** How much of a body is shown, and of one that says why there is no other, in characters. */
    private static final int LONGEST = 60;

    private static final int LONGEST_REFUSAL = 200;

    /** Of a row that {@code ./threadwall data load} has made. */
    private static final int HIGHEST_NUMBER = 10_000;

    private static final JsonMapper JSON = new JsonMapper();

    private final RequestRoute route;
    private final boolean ours;
    private final AtomicReference<byte[]> body;

    ExpectedAnswer(RequestRoute route) {
        this.route = route;
        this.ours = route.constantLength() || route.highestId() != null;
        this.body = new AtomicReference<>(known(route));
    }

    private static byte[] known(RequestRoute route) {
        var message = route.text().equals("/json")
                ? "Hello, World!"
                : route.sleepMillis() != null ? "Hello, World! " + route.sleepMillis() : null;
        return message == null
                ? null
                : "{\"message\":\"%s\"}".formatted(message).getBytes(StandardCharsets.UTF_8);
    }

    /** What is wrong with the answer, in words; empty when it is right. */
    Optional<String> faultIn(HttpExchange.Answer answer) {
        if (answer.status() != 200) {
            return Optional.of(
                    "status %d instead of 200: %s".formatted(answer.status(), shown(answer.body(), LONGEST_REFUSAL)));
        }
        var length = answer.headers().get("content-length");
        if (length == null || !length.equals(String.valueOf(answer.body().length))) {
            return Optional.of("Content-Length %s with a body of %d bytes"
                    .formatted(length == null ? "missing" : length, answer.body().length));
        }
        var type = answer.headers().getOrDefault("content-type", "missing");
        if (ours && !type.equals("application/json") && !type.startsWith("application/json;")) {
            return Optional.of("Content-Type %s instead of application/json".formatted(type));
        }
        return dateFault(answer).or(() -> bodyFault(answer)).or(() -> earlyFault(answer));
    }

    private Optional<String> dateFault(HttpExchange.Answer answer) {
        var date = answer.headers().get("date");
        if (date == null) {
            return Optional.of("no Date");
        }
        try {
            var stated = ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant();
            var off = Duration.between(stated, Instant.now()).abs();
            return off.compareTo(DATE_TOLERANCE) > 0
                    ? Optional.of("Date %s is %d s off".formatted(date, off.toSeconds()))
                    : Optional.empty();
        } catch (DateTimeParseException e) {
            return Optional.of("Date is not one: " + date);
        }
    }

    private Optional<String> bodyFault(HttpExchange.Answer answer) {
        if (route.highestId() != null) {
            return worldFault(answer.body(), route.highestId());
        }
        var right = body.get();
        if (right == null) {
            var fault = route.text().equals("/fortunes") ? fortunesFault(answer.body()) : Optional.<String>empty();
            if (fault.isPresent()) {
                return fault;
            }
            right = body.compareAndSet(null, answer.body()) ? answer.body() : body.get();
        }
        return Arrays.equals(right, answer.body())
                ? Optional.empty()
                : Optional.of("body %s instead of %s".formatted(shown(answer.body()), shown(right)));
    }

    private static Optional<String> worldFault(byte[] body, long highest) {
        try {
            var row = JSON.readTree(body);
            boolean right = row.size() == 2
                    && row.path("id").isInt()
                    && row.path("randomNumber").isInt()
                    && within(row.get("id").asInt(), highest)
                    && within(row.get("randomNumber").asInt(), HIGHEST_NUMBER);
            return right
                    ? Optional.empty()
                    : Optional.of("body is not {\"id\":1 to %d,\"randomNumber\":1 to %d}: %s"
                            .formatted(highest, HIGHEST_NUMBER, shown(body)));
        } catch (JacksonException e) {
            return Optional.of("body is not JSON: " + shown(body));
        }
    }

    private static boolean within(int number, long highest) {
        return number >= 1 && number <= highest;
    }

    private static Optional<String> fortunesFault(byte[] body) {
        try {
            var list = JSON.readTree(body);
            int last = Integer.MIN_VALUE;
            for (JsonNode row : list) {
                if (!row.path("id").isInt() || !row.path("message").isString() || row.size() != 2) {
                    return Optional.of("a row is not {\"id\":…,\"message\":…}: " + row);
                }
                if (row.get("id").asInt() <= last) {
                    return Optional.of("rows are not in id order");
                }
                last = row.get("id").asInt();
            }
            return list.isArray() && !list.isEmpty()
                    ? Optional.empty()
                    : Optional.of("body is no list of fortunes: " + shown(body));
        } catch (JacksonException e) {
            return Optional.of("body is not JSON: " + shown(body));
        }
    }

    private Optional<String> earlyFault(HttpExchange.Answer answer) {
        Integer sleep = route.sleepMillis();
        return sleep != null && answer.waitMillis() < sleep - AnswerVerifier.EARLY_MILLIS
                ? Optional.of("answered after %.1f ms, asked to sleep %d".formatted(answer.waitMillis(), sleep))
                : Optional.empty();
    }

    private static String shown(byte[] body) {
        return shown(body, LONGEST);
    }

    private static String shown(byte[] body, int most) {
        var text = HttpExchange.printable(new String(body, StandardCharsets.UTF_8));
        return text.length() > most ? text.substring(0, most) + "… (%d bytes)".formatted(body.length) : text;
    }
}
