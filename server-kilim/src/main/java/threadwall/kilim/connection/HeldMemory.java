package threadwall.kilim.connection;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts and bounds the bytes that all loops hold for clients while they wait for them: of requests that have not arrived
 * in full, and of responses that have not been read. A request that arrives at once and is answered at once never counts.
 * Thread-safe.
 */
public final class HeldMemory {
    private final long most;
    private final AtomicLong held = new AtomicLong();

    /** @param most bytes that may be held at once */
    public HeldMemory(long most) {
        this.most = most;
    }

    public long bytes() {
        return held.get();
    }

    long most() {
        return most;
    }

    /**
     * Counts more or fewer bytes.
     *
     * @return whether the limit allows it; less is always allowed
     */
    boolean change(int by) {
        return held.addAndGet(by) <= most || by <= 0;
    }
}
