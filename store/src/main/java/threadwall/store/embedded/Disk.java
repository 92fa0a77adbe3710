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

    /** The same for the names in a folder. */
    void syncFolder(Path folder) throws IOException {
        try (var channel = FileChannel.open(folder)) {
            channel.force(true);
        }
    }
}
