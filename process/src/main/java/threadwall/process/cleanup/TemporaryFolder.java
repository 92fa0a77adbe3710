package threadwall.process.cleanup;

import java.io.IOException;
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
import threadwall.process.proc.OpenFiles;
import threadwall.process.proc.ProcessIdentity;

/**
 * A temporary folder of threadwall's, recognised by its name and owner.
 *
 * @param keepReason why it is kept; empty when no process uses it
 */
public record TemporaryFolder(Path path, Optional<String> keepReason) {

    /**
     * Names given by {@link Files#createTempDirectory} for serve, data, the probes, the stores and Tomcat, and by {@code
     * mktemp} for nginx and Tsung.
     */
    private static final Pattern NAME = Pattern.compile(
            "threadwall-((serve|data|probe|postgres|store|tomcat)-\\d+|nginx-[0-9A-Za-z]{10}|tsung\\.[0-9A-Za-z]{6})");

    /** A folder is created a moment before the process that uses it. */
    private static final Duration YOUNG = Duration.ofSeconds(10);

    /**
     * All temporary folders of this user.
     *
     * @param temporary the system's temporary folder
     * @param ended PIDs that do not count as users, because they have been or will be ended
     * @param left processes that stay, whose status files have to be kept
     */
    public static List<TemporaryFolder> in(Path temporary, Set<Long> ended, Collection<RecordedProcess> left)
            throws IOException {
        var found = new ArrayList<TemporaryFolder>();
        for (var folder : paths(temporary)) {
            try {
                found.add(new TemporaryFolder(folder, keepReason(folder, ended, left)));
            } catch (NoSuchFileException gone) {
                continue; // deleted meanwhile by the process that used it
            }
        }
        return List.copyOf(found);
    }

    /** Their paths, whether or not they are in use. */
    public static List<Path> paths(Path temporary) throws IOException {
        var paths = new ArrayList<Path>();
        try (var folders = Files.newDirectoryStream(temporary, "threadwall-*")) {
            for (var folder : folders) {
                if (NAME.matcher(folder.getFileName().toString()).matches() && isOwn(folder)) {
                    paths.add(folder.toAbsolutePath().normalize());
                }
            }
        }
        paths.sort(Comparator.naturalOrder());
        return List.copyOf(paths);
    }

    private static boolean isOwn(Path folder) {
        return Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
                && FileOwner.of(folder).equals(OptionalLong.of(ProcessIdentity.ownUid()));
    }

    private static Optional<String> keepReason(Path folder, Set<Long> ended, Collection<RecordedProcess> left)
            throws IOException {
        var young = Instant.now().minus(YOUNG);
        if (Files.getLastModifiedTime(folder).toInstant().isAfter(young)) {
            return Optional.of("it is newer than " + YOUNG.toSeconds() + " s, and a process may be about to use it");
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
            return Optional.of("it is in use by a process that is not visible here, perhaps in a container");
        }
        return left.stream()
                .filter(process -> process.statusFile().startsWith(folder))
                .map(one -> "it has the status file of process %d, which still runs"
                        .formatted(one.process().pid()))
                .findFirst();
    }

    /**
     * Whether a process uses the folder, by its command line, working directory, executable or open files. A process
     * that cannot be inspected belongs to another user and has no access to the folder.
     */
    private static boolean uses(long pid, Path folder) {
        var process = Path.of("/proc", Long.toString(pid));
        if (OpenFiles.target(process.resolve("cwd")).startsWith(folder)
                || OpenFiles.target(process.resolve("exe")).startsWith(folder)) {
            return true;
        }
        // any path to it counts, because the temporary folder may be behind a link; but only its whole name
        var inCommand = Pattern.compile(Pattern.quote("/" + folder.getFileName()) + "(?![0-9A-Za-z])");
        if (ProcessIdentity.of(pid)
                .filter(identity -> inCommand.matcher(identity.command()).find())
                .isPresent()) {
            return true;
        }
        return OpenFiles.of(process, Integer.MAX_VALUE).stream().anyMatch(file -> file.startsWith(folder));
    }

    /** @throws IOException when something in it cannot be deleted; the message names it */
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
                        return FileVisitResult.CONTINUE; // PostgreSQL's supervisor may delete it at the same time
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
