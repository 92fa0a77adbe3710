package threadwall.store.postgres;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;

/** Where PostgreSQL's binaries are unpacked once, {@code PG-<checksum>/}, by the library that starts it. */
final class PostgresBinaries {

    /** The library's own: it locks the one, and makes the other when all is unpacked. */
    private static final String LOCK = "epg-lock";

    private static final String COMPLETE = ".exists";

    private PostgresBinaries() {}

    /**
     * The user's cache, where they stay from one start to the next, or else this run's own folder. What an unpacking left
     * that was cut off (Ctrl-C, a full disk) is removed: the library would stumble over it for ever.
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

    /** Somebody who unpacks just now holds the lock, and is waited for. */
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

    /** All that is in a folder and itself, in an order in which it can be deleted. */
    static List<Path> deepestFirst(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            return files.sorted(Comparator.reverseOrder()).toList();
        }
    }
}
