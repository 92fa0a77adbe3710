package threadwall.kilim.connection;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts and bounds the open connections of all loops, and counts the ports that they come from. Thread-safe. */
public final class OpenConnections {
    private final int most;
    private final AtomicInteger open = new AtomicInteger();
    private final List<Runnable> ports = new CopyOnWriteArrayList<>();
    private volatile boolean awaited;

    /** @param most that may be open at once */
    public OpenConnections(int most) {
        this.most = most;
    }

    public int count() {
        return open.get();
    }

    public int most() {
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

    /** Counts one less. */
    void leave() {
        open.decrementAndGet();
        tellIfNone();
    }

    /**
     * Connections may come from one more port.
     *
     * @param evict makes room among the connections that came from it, soon and on any thread's call
     */
    void portOpened(Runnable evict) {
        ports.add(evict);
    }

    void portClosed(Runnable evict) {
        ports.remove(evict);
        tellIfNone();
    }

    /** Makes room for a connection of that port where others have idle ones. */
    void evictElsewhere(Runnable port) {
        for (var other : ports) {
            if (other != port) {
                other.run();
            }
        }
    }

    private boolean areNone() {
        return open.get() == 0 && ports.isEmpty();
    }

    private void tellIfNone() {
        if (awaited && areNone()) {
            synchronized (this) {
                notifyAll();
            }
        }
    }

    /** Waits until no port and no connection is open, at most {@code bound}. */
    public synchronized void awaitNone(Duration bound) throws InterruptedException {
        long end = System.nanoTime() + bound.toNanos();
        awaited = true;
        for (long left = end - System.nanoTime(); !areNone() && left > 0; left = end - System.nanoTime()) {
            TimeUnit.NANOSECONDS.timedWait(this, Math.max(left, 1_000_000));
        }
    }
}
