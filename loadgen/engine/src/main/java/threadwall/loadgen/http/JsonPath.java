package threadwall.loadgen.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The place of one value in a JSON body, and perhaps the value. A place has names and indexes only, as RFC 9535 writes them:
 * {@code $.items[0]['unit price']}.
 *
 * @param text as typed: {@code $.items[0].id}, or {@code $.total=3}
 * @param steps a {@link String} for a member's name, an {@link Integer} for an element's index, from the root on
 * @param value its text; {@code null} for any
 */
record JsonPath(String text, List<Object> steps, String value) {

    private static final JsonMapper JSON = new JsonMapper();

    private static final Pattern STEP =
            Pattern.compile("\\.([A-Za-z_\\x{80}-\\x{10FFFF}][\\w\\x{80}-\\x{10FFFF}]*)|\\[(\\d{1,9})]|\\['([^']*)']");

    /** @throws IllegalArgumentException when it is no such place, in words */
    static JsonPath parse(String text) {
        if (!text.startsWith("$")) {
            throw malformed(text);
        }
        var steps = new ArrayList<>();
        var step = STEP.matcher(text);
        int end = 1;
        while (end < text.length() && step.region(end, text.length()).lookingAt()) {
            steps.add(
                    step.group(1) != null
                            ? step.group(1)
                            : step.group(2) != null ? Integer.valueOf(step.group(2)) : step.group(3));
            end = step.end();
        }
        if (end < text.length() && text.charAt(end) != '=') {
            throw malformed(text);
        }
        return new JsonPath(text, List.copyOf(steps), end == text.length() ? null : text.substring(end + 1));
    }

    private static IllegalArgumentException malformed(String text) {
        return new IllegalArgumentException(
                "'%s' is not the place of one value in JSON, such as $.items[0].id or $.total=3".formatted(text));
    }

    /** What is wrong with the body, in words; empty when it has the value there. */
    Optional<String> faultIn(byte[] body) {
        JsonNode found;
        try {
            found = JSON.readTree(body);
        } catch (JacksonException e) {
            return Optional.of("body is not JSON: " + Printable.start(body));
        }
        for (var step : steps) {
            found = step instanceof Integer index ? found.path(index) : found.path((String) step);
        }
        if (found.isMissingNode()) {
            return Optional.of("the body has nothing at %s: %s".formatted(place(), Printable.start(body)));
        }
        var shown = found.isString() ? found.stringValue() : found.toString();
        return value == null || value.equals(shown)
                ? Optional.empty()
                : Optional.of("the body has '%s' at %s instead of '%s': %s"
                        .formatted(Printable.start(shown), place(), value, Printable.start(body)));
    }

    private String place() {
        return value == null ? text : text.substring(0, text.length() - value.length() - 1);
    }
}
