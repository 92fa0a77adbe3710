package threadwall.process.cleanup;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.FileSystemException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;
import threadwall.process.proc.ProcessIdentity;

/**
 * A temporary folder of ours, by its name and owner.
 *
 * @param spared why it stays; empty when nobody uses it
 */
public record TemporaryFolder(Path path, Optional<String> spared) {

    /** As {@link Files#createTempDirectory} names them for serve, data, the probes and the stores, and {@code mktemp} for nginx. */
    private static final Pattern NAME =
            Pattern.compile("threadwall-((serve|data|probe|postgres|store)-\\d+|nginx-[0-9A-Za-z]{10})");

    /** A folder is made a moment before whoever uses it is started. */
    private static final Duration YOUNG = Duration.ofSeconds(10);

    /**
     * All that are there.
     *
     * @param temporary where temporary folders are
     * @param ended pids that do not count as users, since they have been or are to be ended
     * @param left processes that stay, whose notes have to stay with them
     */
    public static List<TemporaryFolder> in(Path temporary, Set<Long> ended, Collection<RecordedProcess> left)
            throws IOException {
        var found = new ArrayList<TemporaryFolder>();
        for (var folder : paths(temporary)) {
            try {
                found.add(new TemporaryFolder(folder, spared(folder, ended, left)));
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

    private static boolean isOurs(Path folder) {
        return Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
                && FileOwner.of(folder).equals(OptionalLong.of(ProcessIdentity.ourUid()));
    }

    private static Optional<String> spared(Path folder, Set<Long> ended, Collection<RecordedProcess> left)
            throws IOException {
        var young = Instant.now().minus(YOUNG);
        if (Files.getLastModifiedTime(folder).toInstant().isAfter(young)) {
            return Optional.of(
                    "it was made within the last " + YOUNG.toSeconds() + " s, perhaps for a process to come");
        }
        var user = ProcessHandle.allProcesses()
                .mapToLong(ProcessHandle::pid)
                .filter(pid -> pid != ProcessHandle.current().pid() && !ended.contains(pid))
                .filter(pid -> uses(pid, folder))
                .mapToObj("it is in use by process %d"::formatted)
                .findFirst();
        if (user.isPresent()) {
            return user;
        }
        if (FolderLock.isHeld(folder)) {
            return Optional.of("it is in use by a process that cannot be seen from here, perhaps a container's");
        }
        return left.stream()
                .filter(one -> one.note().startsWith(folder))
                .map(one -> "it has the note of process %d, which is left"
                        .formatted(one.process().pid()))
                .findFirst();
    }

    /**
     * By its command line, where and what it runs, or what it has open; what is not ours to see cannot reach the folder, which
     * is its owner's alone.
     */
    private static boolean uses(long pid, Path folder) {
        var process = Path.of("/proc", Long.toString(pid));
        if (target(process.resolve("cwd")).startsWith(folder)
                || target(process.resolve("exe")).startsWith(folder)) {
            return true;
        }
        // whatever way it took to it, since the temporary folder may be behind a link; by its whole name
        var inCommand = Pattern.compile(Pattern.quote("/" + folder.getFileName()) + "(?![0-9A-Za-z])");
        if (ProcessIdentity.of(pid)
                .filter(living -> inCommand.matcher(living.command()).find())
                .isPresent()) {
            return true;
        }
        try (var open = Files.newDirectoryStream(process.resolve("fd"))) {
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

    private static Path target(Path link) {
        try {
            return Files.readSymbolicLink(link);
        } catch (IOException goneOrNotOurs) {
            return Path.of("");
        }
    }

    /** @throws IOException when something in it cannot be removed; the message names it */
    public void remove() throws IOException {
        try {
            Files.walkFileTree(path, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    Files.deleteIfExists(file);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException problem) throws IOException {
                    if (problem instanceof NoSuchFileException) {
                        return FileVisitResult.CONTINUE; // a keeper of PostgreSQL's removes it, too
                    }
                    throw problem;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path folder, IOException problem) throws IOException {
                    if (problem != null) {
                        throw problem;
                    }
                    Files.deleteIfExists(folder);
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (FileSystemException e) {
            throw new IOException("cannot remove %s: %s".formatted(path, e), e);
        }
    }
}
