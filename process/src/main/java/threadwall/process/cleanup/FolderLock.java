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

/**
 * A file in a temporary folder that is locked for as long as whoever made the folder lives. /proc tells the users of a
 * folder too, but not before they are started, and none of another PID namespace that shares the folder (a container's);
 * a lock is seen from everywhere, and goes with its process, kill -9 included.
 */
public final class FolderLock implements AutoCloseable {

    /** {@code store/} gives the folder of PostgreSQL one by the same name. */
    private static final String NAME = "claim";

    private final FileChannel file;

    private FolderLock(FileChannel file) {
        this.file = file;
    }

    /** Makes and locks a folder's claim; where the file system has no locks it is an open file alone. */
    public static FolderLock of(Path folder) throws IOException {
        var file = FileChannel.open(folder.resolve(NAME), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        isFree(file);
        return new FolderLock(file);
    }

    /** Whether a folder has a claim; what is written into a file of that name is none. */
    public static boolean isIn(Path folder) throws IOException {
        var file = folder.resolve(NAME);
        return Files.exists(file) && Files.size(file) == 0;
    }

    /** Whether somebody else holds a folder's claim. The answer costs a process that holds it itself the lock. */
    public static boolean isHeld(Path folder) throws IOException {
        try (var file = FileChannel.open(folder.resolve(NAME), StandardOpenOption.WRITE)) {
            return !isFree(file);
        } catch (NoSuchFileException noneMade) {
            return false;
        } catch (AccessDeniedException anotherUsers) {
            return true;
        }
    }

    /** Locks it until it is closed, if nobody has. */
    private static boolean isFree(FileChannel file) {
        try {
            return file.tryLock() != null;
        } catch (OverlappingFileLockException ours) {
            return false;
        } catch (IOException noLocks) {
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

    /** Takes it back: the folder can be removed. */
    public void remove(Path folder) throws IOException {
        close();
        Files.deleteIfExists(folder.resolve(NAME));
    }
}
