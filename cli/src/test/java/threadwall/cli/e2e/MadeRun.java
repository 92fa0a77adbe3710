package threadwall.cli.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The run in {@code src/test/resources/marked-run}, made up so that it has what a good run seldom has: see its README. */
final class MadeRun {

    static final Path HOME = Path.of("src/test/resources/marked-run");

    private MadeRun() {}

    /** Copies it, with each {@code name} in it as it would stand in a record being {@code instead}. */
    static void copy(Path folder, String name, String instead) throws IOException {
        try (var files = Files.walk(HOME)) {
            for (var file : files.filter(Files::isRegularFile).toList()) {
                var copy = folder.resolve(HOME.relativize(file).toString());
                Files.createDirectories(copy.getParent());
                Files.writeString(copy, Files.readString(file).replace(name, instead));
            }
        }
    }
}
