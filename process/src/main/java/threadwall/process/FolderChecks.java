package threadwall.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What can be said of a folder before it is created or used. */
public final class FolderChecks {

    private FolderChecks() {}

    /** The folder, or its nearest ancestor that exists. */
    public static Path nearestExisting(Path folder) {
        var existing = folder;
        while (!Files.exists(existing)) {
            existing = existing.getParent();
        }
        return existing;
    }

    /** Whether there is no file at all in it; true as well if it does not exist. */
    public static boolean isEmptyOrMissing(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return !Files.exists(folder);
        }
        try (var files = Files.newDirectoryStream(folder)) {
            return !files.iterator().hasNext();
        }
    }

    /** Tries to create a file: permissions do not show that this is impossible in /proc or on a read-only disk. */
    public static boolean isWritable(Path existing) {
        try {
            Files.delete(Files.createTempFile(existing, ".threadwall", null));
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
