package threadwall.store.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.h2.mvstore.MVStore;

/** A disk whose syncs can be held or fail. It knows what was synced last, which is all that a power cut leaves. */
final class TestDisk extends Disk {
    private volatile CountDownLatch held = new CountDownLatch(0);
    private volatile CountDownLatch waiting = new CountDownLatch(1);
    private volatile IOException failure;
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

    @Override
    void sync(MVStore file) throws IOException {
        if (held.getCount() > 0) {
            waiting.countDown();
        }
        try {
            held.await();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
        if (failure != null) {
            throw failure;
        }
        super.sync(file);
        content = Files.readAllBytes(Path.of(file.getFileStore().getFileName()));
    }

    @Override
    void syncFolder(Path folder) throws IOException {
        super.syncFolder(folder);
        named |= Files.exists(folder.resolve(EmbeddedStore.FILE));
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
