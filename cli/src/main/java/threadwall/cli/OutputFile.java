package threadwall.cli;

import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import threadwall.process.PreconditionException;

/** A file for results that an option names. */
final class OutputFile {

    private OutputFile() {}

    /**
     * Checks before a run that the file can be written. Its contents stay; a file that did not exist is not left behind.
     *
     * @throws PreconditionException (usage) when it cannot be written
     */
    static void open(String file) throws PreconditionException {
        try {
            var path = Path.of(file);
            boolean there = Files.exists(path);
            Files.newOutputStream(path, CREATE, APPEND).close();
            if (!there) {
                Files.delete(path.toRealPath()); // not a link to it
            }
        } catch (IOException | InvalidPathException e) {
            throw PreconditionException.usage("cannot write %s: %s", file, reason(e));
        }
    }

    /** Writes the file anew. */
    static Writer writer(String file) throws IOException {
        return Files.newBufferedWriter(Path.of(file));
    }

    /** Replaces the contents of the file. */
    static void write(String file, String text) throws IOException {
        try {
            Files.writeString(Path.of(file), text);
        } catch (IOException e) {
            throw new IOException("cannot write %s: %s".formatted(file, reason(e)), e);
        }
    }

    private static String reason(Exception problem) {
        return switch (problem) {
            case NoSuchFileException missing -> "its folder does not exist, or takes no files";
            case AccessDeniedException denied -> "permission denied";
            case FileSystemException other when other.getReason() != null -> other.getReason();
            default -> problem.getMessage();
        };
    }
}
