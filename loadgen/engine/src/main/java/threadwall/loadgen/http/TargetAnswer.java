package threadwall.loadgen.http;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;
import threadwall.record.StepPlan.TargetSettings;

/**
 * What is known of the responses of a server that is none of threadwall's. Bodies are compared as UTF-8.
 *
 * @param status of each response
 * @param contains text that each body contains; {@code null} for any
 * @param value that each body has; {@code null} for none
 * @param ignore the parts of a body that may differ from one to the next; {@code null} for none
 */
public record TargetAnswer(int status, String contains, JsonPath value, Pattern ignore) {

    private static final int OK = 200;

    /** @throws IllegalArgumentException when the path or the regular expression is malformed, in words */
    public static TargetAnswer of(TargetSettings target) {
        return new TargetAnswer(
                target.status() == null ? OK : target.status(),
                target.contains(),
                target.jsonPath() == null ? null : JsonPath.parse(target.jsonPath()),
                target.ignore() == null ? null : Pattern.compile(target.ignore()));
    }

    /** The body without the parts that may differ. */
    byte[] comparable(byte[] body) {
        return ignore == null ? body : ignore.matcher(text(body)).replaceAll("").getBytes(StandardCharsets.UTF_8);
    }

    /** What is wrong with the whole body, in words; empty when it is correct. */
    Optional<String> faultIn(byte[] body) {
        if (contains != null && !text(body).contains(contains)) {
            return Optional.of(
                    "the body does not contain '%s': %s".formatted(Printable.start(contains), Printable.start(body)));
        }
        return value == null ? Optional.empty() : value.faultIn(body);
    }

    private static String text(byte[] body) {
        return new String(body, StandardCharsets.UTF_8);
    }
}
