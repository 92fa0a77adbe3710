package threadwall.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Why a child process ended: the last line of its standard error that is not indented. Of a stack trace that is the
 * message of the root cause.
 */
public final class ExitReason {

    private ExitReason() {}

    /** @param errors the file with its standard error; a missing file gives no reason */
    public static Optional<String> in(Path errors) {
        try {
            // a program may write bytes that are no UTF-8
            var text = new String(Files.readAllBytes(errors), StandardCharsets.UTF_8);
            return text.lines()
                    .filter(line -> !line.isBlank() && !Character.isWhitespace(line.charAt(0)))
                    .reduce((first, second) -> second);
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
