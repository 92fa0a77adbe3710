package threadwall.process.cleanup;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import threadwall.process.ChildProcess;

/**
 * A file in a temporary folder that stays locked as long as the process that created the folder lives. /proc shows the
 * users of a folder too, but only once they have started, and none from other PID namespaces that share the folder,
 * such as a container's. A lock is visible to all of them, and ends with its process, even by kill -9.
 */
public final class FolderLock implements AutoCloseable {

    /** The module {@code store} uses the same file name for the folder of a PostgreSQL. */
    private static final String NAME = "claim";

    private final Path folder;
    private final FileChannel file;

    private FolderLock(Path folder, FileChannel file) {
        this.folder = folder;
        this.file = file;
    }

    /** Creates and locks a temporary folder, which is deleted when this JVM ends. */
    public static FolderLock ofTemporary(String prefix) throws IOException {
        var folder = Files.createTempDirectory(prefix);
        ChildProcess.deleteAtExit(folder);
        return of(folder);
    }

    /** Creates and locks the file; where the file system has no locks, it is merely an open file. */
    public static FolderLock of(Path folder) throws IOException {
        var file = FileChannel.open(folder.resolve(NAME), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        tryLock(file);
        return new FolderLock(folder, file);
    }

    public Path folder() {
        return folder;
    }

    /** Whether a folder has a lock file. A file of that name with content is another program's. */
    public static boolean existsIn(Path folder) throws IOException {
        var file = folder.resolve(NAME);
        return Files.exists(file) && Files.size(file) == 0;
    }

    /** Whether another process holds the lock. If this process holds it, the check releases it. */
    public static boolean isHeld(Path folder) throws IOException {
        try (var file = FileChannel.open(folder.resolve(NAME), StandardOpenOption.WRITE)) {
            return !tryLock(file);
        } catch (NoSuchFileException notLocked) {
            return false;
        } catch (AccessDeniedException otherUser) {
            return true;
        }
    }

    /** Locks the file until it is closed; false if another process has locked it. */
    private static boolean tryLock(FileChannel file) {
        try {
            return file.tryLock() != null;
        } catch (OverlappingFileLockException ownLock) {
            return false;
        } catch (IOException unsupported) {
            return true;
        }
    }

    @Override
    public void close() {
        try {
            file.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Releases and deletes the lock file, so that the folder can be deleted. */
    public void delete() throws IOException {
        close();
        Files.deleteIfExists(folder.resolve(NAME));
    }
}
