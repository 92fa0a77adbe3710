package threadwall.report.html;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Reads a file of published figures. */
final class PublishedFile {

    private PublishedFile() {}

    /** @throws IOException when the file cannot be read or has other contents */
    static <T> T read(Path file, Class<T> type) throws IOException {
        try {
            return new JsonMapper().readValue(Files.readString(file), type);
        } catch (JacksonException e) {
            throw new IOException("%s is malformed: %s".formatted(file, e.getOriginalMessage()), e);
        }
    }
}
