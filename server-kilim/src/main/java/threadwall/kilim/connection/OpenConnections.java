package threadwall.kilim.connection;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** How many connections a server has, in all of its loops. Safe for any thread. */
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

    /** Takes a place for one more; false if there is none. */
    boolean enter() {
        if (open.incrementAndGet() > most) {
            leave();
            return false;
        }
        return true;
    }

    /** Takes a place whether there is one or not, for what is to be waited for like a connection. */
    void hold() {
        open.incrementAndGet();
    }

    /** Gives a place back. */
    void leave() {
        if (open.decrementAndGet() == 0 && awaited) {
            synchronized (this) {
                notifyAll();
            }
        }
    }

    /** Waits until none is open, at most that long; nobody may accept any more. */
    public synchronized void awaitNone(Duration bound) throws InterruptedException {
        long end = System.nanoTime() + bound.toNanos();
        awaited = true;
        for (long left = end - System.nanoTime(); open.get() > 0 && left > 0; left = end - System.nanoTime()) {
            TimeUnit.NANOSECONDS.timedWait(this, Math.max(left, 1_000_000));
        }
    }
}
