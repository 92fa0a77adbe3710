package threadwall.store.embedded;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import org.h2.mvstore.MVStore;

/** A disk whose syncs can be held or fail. */
final class TestDisk extends Disk {
    private volatile CountDownLatch held = new CountDownLatch(0);
    private volatile CountDownLatch waiting = new CountDownLatch(1);
    private volatile IOException failure;

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
    }
}
