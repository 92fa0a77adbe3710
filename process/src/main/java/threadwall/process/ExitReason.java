package threadwall.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Why a process of ours ended: the last line of its standard error that is not indented, a stack trace's cause and no frame. */
public final class ExitReason {

    private ExitReason() {}

    /** @param errors the file of its standard error; one that is missing has no words */
    public static Optional<String> in(Path errors) {
        try (var lines = Files.lines(errors)) {
            return lines.filter(line -> !line.isBlank() && !Character.isWhitespace(line.charAt(0)))
                    .reduce((first, second) -> second);
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
