package threadwall.store.embedded;

import java.io.IOException;
import org.h2.mvstore.MVStore;

/** How a store syncs. Tests replace it by one that hangs or fails. */
class Disk {
    static final Disk REAL = new Disk();

    /** Returns when all that was written to the file survives a power cut. */
    void sync(MVStore file) throws IOException {
        file.sync();
    }
}
