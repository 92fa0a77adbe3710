package threadwall.kilim.connection;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts and bounds the open connections of all loops. Thread-safe. */
public final class OpenConnections {
    private final int most;
    private final AtomicInteger open = new AtomicInteger();
    private volatile boolean awaited;

    /** @param most that may be open at once */
    public OpenConnections(int most) {
        this.most = most;
    }

    public int count() {
        return open.get();
    }

    int most() {
        return most;
    }

    /** Counts one more; false if the limit is reached. */
    boolean enter() {
        // to count first and take it back would refuse another loop's connection meanwhile
        for (int now = open.get(); now < most; now = open.get()) {
            if (open.compareAndSet(now, now + 1)) {
                return true;
            }
        }
        return false;
    }

    /** Counts one more regardless of the limit, for work that {@link #awaitNone} shall wait for. */
    void hold() {
        open.incrementAndGet();
    }

    /** Counts one less. */
    void leave() {
        if (open.decrementAndGet() == 0 && awaited) {
            synchronized (this) {
                notifyAll();
            }
        }
    }

    /** Waits until no connection is open, at most {@code bound}. Accepting must have stopped. */
    public synchronized void awaitNone(Duration bound) throws InterruptedException {
        long end = System.nanoTime() + bound.toNanos();
        awaited = true;
        for (long left = end - System.nanoTime(); open.get() > 0 && left > 0; left = end - System.nanoTime()) {
            TimeUnit.NANOSECONDS.timedWait(this, Math.max(left, 1_000_000));
        }
    }
}
