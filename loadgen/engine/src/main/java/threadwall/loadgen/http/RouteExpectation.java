package threadwall.loadgen.http;

import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What the verifier of a load expects of a route. The body of {@code /json} and {@code /json2} is known byte for byte, that of
 * {@code /db2} by its form. {@code /fortunes} is known by its form too, and every body must equal the first; of any other
 * route only the latter is known, and what the user says of it.
 */
final class RouteExpectation {

    private static final Duration DATE_TOLERANCE = Duration.ofSeconds(60);

    /** Characters of a body that are shown when its status is wrong: it tells why. */
    private static final int LONGEST_REFUSAL = 200;

    /** Highest number in a row that {@code ./threadwall data load} makes. */
    private static final int HIGHEST_NUMBER = 10_000;

    private static final String MAY_DIFFER = "; if a part of the body may differ, name it: --ignore REGEX";

    private static final JsonMapper JSON = new JsonMapper();

    private final RequestRoute route;
    private final TargetAnswer target;

    /** Without a body until the first correct one came. */
    private final AtomicReference<ExpectedResponse> expected;

    /** @param target what is known of a server that is none of threadwall's; {@code null} for the others */
    RouteExpectation(RequestRoute route, TargetAnswer target) {
        this.route = route;
        this.target = target;
        this.expected = new AtomicReference<>(
                route.text().equals("/json")
                        ? ExpectedResponse.hello()
                        : route.sleepMillis() != null
                                ? ExpectedResponse.helloAfter(route.sleepMillis())
                                : withBody(null));
    }

    private ExpectedResponse withBody(byte[] body) {
        return new ExpectedResponse(Set.of(status()), route.hasKnownAnswers(), body, false, false);
    }

    private int status() {
        return isUpToTheTarget() ? target.status() : 200;
    }

    RequestRoute route() {
        return route;
    }

    /** What is wrong with the response, in words; empty when it is correct. */
    Optional<String> faultIn(HttpResponse response) {
        var fault = expected.get().headFault(response, target != null);
        if (response.status() != status()) {
            return fault.map(
                    words -> words + whereTo(response) + ": " + Printable.start(response.body(), LONGEST_REFUSAL));
        }
        return fault.or(() -> target == null ? Optional.empty() : target.faultIn(response.body()))
                .or(() -> bodyFault(response.body()))
                .or(() -> clockFault(response))
                .or(() -> formFault(response.body()))
                .or(() -> sleepFault(response));
    }

    private Optional<String> bodyFault(byte[] body) {
        var fault = expected.get().bodyFault(comparable(body));
        return isUpToTheTarget() ? fault.map(words -> words + MAY_DIFFER) : fault;
    }

    /** Without the parts that may differ. */
    private byte[] comparable(byte[] body) {
        return isUpToTheTarget() ? target.comparable(body) : body;
    }

    /** Whether only a server that is none of threadwall's knows what it answers to this route. */
    private boolean isUpToTheTarget() {
        return target != null && !route.hasKnownAnswers();
    }

    private static String whereTo(HttpResponse response) {
        var location = response.headers().get("location");
        return location == null ? "" : " (Location: %s)".formatted(Printable.start(location));
    }

    private static Optional<String> clockFault(HttpResponse response) {
        var date = response.headers().get("date");
        if (date == null) { // of a server that may lack it
            return Optional.empty();
        }
        try {
            var stated = ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant();
            var off = Duration.between(stated, Instant.now()).abs();
            return off.compareTo(DATE_TOLERANCE) > 0
                    ? Optional.of("Date %s is %d s off".formatted(date, off.toSeconds()))
                    : Optional.empty();
        } catch (DateTimeParseException e) {
            return Optional.of("Date is not a date: " + date);
        }
    }

    /** Of a body that is not known byte for byte. */
    private Optional<String> formFault(byte[] body) {
        if (route.highestId() != null) {
            return worldFault(body, route.highestId());
        }
        var unknown = expected.get();
        if (unknown.body() != null) {
            return Optional.empty();
        }
        var fault = route.text().equals("/fortunes") ? fortunesFault(body) : Optional.<String>empty();
        return fault.isPresent() || expected.compareAndSet(unknown, withBody(comparable(body)))
                ? fault
                : bodyFault(body); // another thread had its first body at the same time
    }

    private static Optional<String> worldFault(byte[] body, long highestId) {
        try {
            var row = JSON.readTree(body);
            boolean right = row.size() == 2
                    && row.path("id").isInt()
                    && row.path("randomNumber").isInt()
                    && within(row.get("id").asInt(), highestId)
                    && within(row.get("randomNumber").asInt(), HIGHEST_NUMBER);
            return right
                    ? Optional.empty()
                    : Optional.of("body is not {\"id\":1 to %d,\"randomNumber\":1 to %d}: %s"
                            .formatted(highestId, HIGHEST_NUMBER, Printable.start(body)));
        } catch (JacksonException e) {
            return Optional.of("body is not JSON: " + Printable.start(body));
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
                    : Optional.of("body is not a list of fortunes: " + Printable.start(body));
        } catch (JacksonException e) {
            return Optional.of("body is not JSON: " + Printable.start(body));
        }
    }

    private Optional<String> sleepFault(HttpResponse response) {
        Integer sleep = route.sleepMillis();
        return sleep != null && response.waitMillis() < sleep - AnswerVerifier.EARLY_MILLIS
                ? Optional.of(
                        "answered after %.1f ms instead of %d ms of sleep".formatted(response.waitMillis(), sleep))
                : Optional.empty();
    }
}
