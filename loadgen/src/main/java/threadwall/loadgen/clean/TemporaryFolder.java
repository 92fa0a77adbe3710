package threadwall.loadgen.clean;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import threadwall.loadgen.proc.Living;

/**
 * A temporary folder of ours, by its name and owner.
 *
 * @param spared why it stays; empty when nobody uses it
 */
public record TemporaryFolder(Path path, Optional<String> spared) {

    /** As {@link Files#createTempDirectory} names them for serve, the probes and the stores. */
    private static final Pattern NAME = Pattern.compile("threadwall-(serve|probe|postgres|store)-\\d+");

    /** A folder is made a moment before whoever uses it is started. */
    private static final Duration YOUNG = Duration.ofSeconds(10);

    /**
     * All that are there.
     *
     * @param temporary where temporary folders are
     * @param ended pids that do not count as users, since they have been or are to be ended
     */
    public static List<TemporaryFolder> in(Path temporary, Set<Long> ended) throws IOException {
        var found = new ArrayList<TemporaryFolder>();
        for (var folder : paths(temporary)) {
            try {
                found.add(new TemporaryFolder(folder, spared(folder, ended)));
            } catch (NoSuchFileException gone) {
                continue; // by its own user
            }
        }
        return List.copyOf(found);
    }

    /** Those that there are, whoever uses them. */
    public static List<Path> paths(Path temporary) throws IOException {
        var paths = new ArrayList<Path>();
        try (var folders = Files.newDirectoryStream(temporary, "threadwall-*")) {
            for (var folder : folders) {
                if (NAME.matcher(folder.getFileName().toString()).matches() && isOurs(folder)) {
                    paths.add(folder.toAbsolutePath().normalize());
                }
            }
        }
        paths.sort(Comparator.naturalOrder());
        return List.copyOf(paths);
    }

    private static boolean isOurs(Path folder) throws IOException {
        try {
            var uid = (int) Files.getAttribute(folder, "unix:uid", LinkOption.NOFOLLOW_LINKS);
            return Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS) && uid == Living.ourUid();
        } catch (NoSuchFileException gone) {
            return false;
        }
    }

    private static Optional<String> spared(Path folder, Set<Long> ended) throws IOException {
        var young = Instant.now().minus(YOUNG);
        if (Files.getLastModifiedTime(folder).toInstant().isAfter(young)) {
            return Optional.of(
                    "it was made within the last " + YOUNG.toSeconds() + " s, perhaps for a process to come");
        }
        return ProcessHandle.allProcesses()
                .mapToLong(ProcessHandle::pid)
                .filter(pid -> pid != ProcessHandle.current().pid() && !ended.contains(pid))
                .filter(pid -> uses(pid, folder))
                .mapToObj("it is in use by process %d"::formatted)
                .findFirst();
    }

    /** By its command line or what it has open; what is not ours to see cannot reach the folder, which is its owner's alone. */
    private static boolean uses(long pid, Path folder) {
        if (Living.of(pid)
                .filter(process -> process.command().contains(folder.toString()))
                .isPresent()) {
            return true;
        }
        try (var open = Files.newDirectoryStream(Path.of("/proc", Long.toString(pid), "fd"))) {
            for (var descriptor : open) {
                if (target(descriptor).startsWith(folder)) {
                    return true;
                }
            }
        } catch (IOException | DirectoryIteratorException goneOrNotOurs) {
            return false;
        }
        return false;
    }

    private static Path target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor);
        } catch (IOException closedMeanwhile) {
            return Path.of("");
        }
    }

    /** @throws IOException when something in it cannot be removed; the message names it */
    public void remove() throws IOException {
        try (var files = Files.walk(path)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (FileSystemException e) {
            throw new IOException("cannot remove %s: %s".formatted(path, e), e);
        }
    }
}
