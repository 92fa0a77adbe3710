package threadwall.process.proc;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What processes have open, by the links in {@code /proc/PID/fd}. */
public final class OpenFiles {

    private OpenFiles() {}

    /**
     * What a process has open under its first descriptors.
     *
     * @param process its folder in {@code /proc}
     * @param descriptors how many to read, from the lowest number on, which is the kernel's order (fs/proc/fd.c)
     * @return targets of the links; empty when the process is gone or may not be inspected
     */
    public static List<Path> of(Path process, int descriptors) {
        var targets = new ArrayList<Path>();
        try (var open = Files.newDirectoryStream(process.resolve("fd"))) {
            var links = open.iterator();
            for (int left = descriptors; left > 0 && links.hasNext(); left--) {
                targets.add(target(links.next()));
            }
        } catch (IOException | DirectoryIteratorException unreadable) {
            return targets;
        }
        return targets;
    }

    /** Where a link in {@code /proc} leads; an empty path when it is gone or may not be read. */
    public static Path target(Path link) {
        try {
            return Files.readSymbolicLink(link);
        } catch (IOException unreadable) {
            return Path.of("");
        }
    }
}
