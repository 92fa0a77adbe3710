package threadwall.store.embedded;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import org.h2.mvstore.MVStore;

/** How a store syncs. Tests replace it by one that hangs or fails. */
class Disk {
    static final Disk REAL = new Disk();

    /** Returns when all that was written to the file survives a power cut. */
    void sync(MVStore file) throws IOException {
        file.sync();
    }

    /** Opens a folder for {@link #sync(FileChannel)}. */
    FileChannel open(Path folder) throws IOException {
        return FileChannel.open(folder);
    }

    /** The same for the names in a folder. */
    void sync(FileChannel folder) throws IOException {
        folder.force(true);
    }
}
