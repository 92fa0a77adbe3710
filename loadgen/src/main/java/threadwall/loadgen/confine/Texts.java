package threadwall.loadgen.confine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The kernel's small files. */
final class Texts {

    private Texts() {}

    /** Its words; none where it cannot be read. */
    static List<String> words(Path file) {
        try {
            return List.of(Files.readString(file).strip().split("\\s+"));
        } catch (IOException e) {
            return List.of();
        }
    }
}
