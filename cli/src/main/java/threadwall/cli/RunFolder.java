package threadwall.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import threadwall.loadgen.plan.Refused;

/** {@code results/<UTC time>}: where a run is kept unless it is told otherwise. */
final class RunFolder {

    private static final DateTimeFormatter NAME =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

    private RunFolder() {}

    static Path now(Path home) {
        return home.resolve("results").resolve(NAME.format(Instant.now()));
    }

    /**
     * Sees to it that a record can be kept there, before anything is measured.
     *
     * @throws Refused (environment) when it cannot
     */
    static void requireWritable(Path folder) throws Refused {
        var existing = folder.toAbsolutePath().normalize();
        while (!Files.exists(existing)) {
            existing = existing.getParent();
        }
        // a trial: rights alone do not tell that no folder can be made in /proc or on a disk that is read-only
        try {
            Files.delete(Files.createTempFile(existing, ".threadwall", null));
        } catch (IOException e) {
            throw Refused.environment("cannot write to %s, where the record is kept; choose another by --out", folder);
        }
    }
}
