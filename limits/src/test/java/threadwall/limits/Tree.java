package threadwall.limits;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A machine's tree put together file by file. */
record Tree(Path root) {

    Tree with(String file, String text) {
        try {
            Path path = root.resolve(file);
            Files.createDirectories(path.getParent());
            Files.writeString(path, text);
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
