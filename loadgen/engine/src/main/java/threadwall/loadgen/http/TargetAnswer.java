package threadwall.loadgen.http;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What is known of the bodies that a server which is none of threadwall's answers with. They are compared as UTF-8.
 *
 * @param contains text that each body contains; {@code null} for any
 * @param ignore the parts of a body that may differ from one to the next; {@code null} for none
 */
public record TargetAnswer(String contains, Pattern ignore) {

    /** The body without the parts that may differ. */
    byte[] comparable(byte[] body) {
        return ignore == null ? body : ignore.matcher(text(body)).replaceAll("").getBytes(StandardCharsets.UTF_8);
    }

    /** What is wrong with the whole body, in words; empty when it is correct. */
    Optional<String> faultIn(byte[] body) {
        return contains == null || text(body).contains(contains)
                ? Optional.empty()
                : Optional.of("the body does not contain '%s': %s"
                        .formatted(Printable.start(contains), Printable.start(body)));
    }

    private static String text(byte[] body) {
        return new String(body, StandardCharsets.UTF_8);
    }
}
