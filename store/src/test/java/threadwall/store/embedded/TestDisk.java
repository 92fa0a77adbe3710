package threadwall.store.embedded;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.h2.mvstore.MVStore;

/**
 * A disk whose syncs can be held or fail, and else take no time, however busy the machine's disk is. It knows what was
 * synced last, which is all that a power cut leaves.
 */
final class TestDisk extends Disk {
    private volatile CountDownLatch held = new CountDownLatch(0);
    private volatile CountDownLatch waiting = new CountDownLatch(1);
    private final AtomicInteger passing = new AtomicInteger();
    private final List<Path> syncedFolders = new CopyOnWriteArrayList<>();
    private volatile IOException failure;
    private volatile Throwable noFolders;
    private volatile Path opened;
    private volatile byte[] content;
    private volatile boolean named;

    /** The disk as it is now, for another process: what the first process syncs later is not on it. */
    TestDisk asItIs() {
        var copy = new TestDisk();
        copy.content = content;
        copy.named = named;
        return copy;
    }

    /** Lets no sync begin until {@link #release}. */
    void hold() {
        holdAfter(0);
    }

    /** Lets only so many syncs begin until {@link #release}. */
    void holdAfter(int syncs) {
        passing.set(syncs);
        waiting = new CountDownLatch(1);
        held = new CountDownLatch(1);
    }

    /** Waits until a sync waits. */
    void awaitHeld() throws InterruptedException {
        waiting.await();
    }

    void release() {
        held.countDown();
    }

    /** Lets all syncs fail; null = none. */
    void fail(IOException failure) {
        this.failure = failure;
    }

    /** Lets no folder be opened; null = any. */
    void failToOpenFolders(Throwable failure) {
        noFolders = failure;
    }

    /** Those that have been synced, the latest last. */
    List<Path> syncedFolders() {
        return syncedFolders;
    }

    @Override
    void sync(MVStore file) throws IOException {
        boolean passes = passing.getAndDecrement() > 0;
        if (!passes && held.getCount() > 0) {
            waiting.countDown();
        }
        try {
            if (!passes) {
                held.await();
            }
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
        if (failure != null) {
            throw failure;
        }
        content = Files.readAllBytes(Path.of(file.getFileStore().getFileName()));
    }

    @Override
    FileChannel open(Path folder) throws IOException {
        if (noFolders instanceof Error failure) {
            throw failure;
        } else if (noFolders != null) {
            throw (IOException) noFolders;
        }
        opened = folder;
        return super.open(folder);
    }

    @Override
    void sync(FileChannel folder) throws IOException {
        syncedFolders.add(opened);
        named |= Files.exists(opened.resolve(EmbeddedStore.FILE));
    }

    /** Fills a new folder with what a power cut would leave. */
    Path afterPowerCut(Path folder) throws IOException {
        Files.createDirectory(folder);
        if (named) {
            Files.write(folder.resolve(EmbeddedStore.FILE), content);
        }
        return folder;
    }

    /** Fills a new folder with what another process would find if the one that uses the first folder was killed now. */
    static Path afterKill(Path used, Path folder) throws IOException {
        Files.createDirectory(folder);
        Files.copy(used.resolve(EmbeddedStore.FILE), folder.resolve(EmbeddedStore.FILE));
        return folder;
    }
}
