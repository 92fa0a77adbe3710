package threadwall.kilim;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import kilim.Mailbox;
import kilim.Pausable;
import kilim.Task;

/** The open connections: one fiber that cuts those that are overdue, and the way to end them all. */
final class Connections extends Task<Void> {
    private final Set<Connection> open = ConcurrentHashMap.newKeySet();
    private final long sweepMillis;
    private final CountDownLatch drained = new CountDownLatch(1);
    private volatile boolean draining;
    private final Mailbox<Boolean> stop = new Mailbox<>(1);

    Connections(Timeouts timeouts) {
        sweepMillis = timeouts.sweepMillis();
    }

    /** Sweeps until the server has stopped. */
    @Override
    public void execute() throws Pausable {
        while (stop.get(sweepMillis) == null) {
            sweep(System.nanoTime());
        }
    }

    private void sweep(long now) {
        for (var connection : open) {
            if (connection.isOverdue(now)) {
                connection.cut();
            }
        }
    }

    void opened(Connection connection) {
        open.add(connection);
        if (draining) {
            connection.cut();
        }
    }

    void closed(Connection connection) {
        open.remove(connection);
        if (draining && open.isEmpty()) {
            drained.countDown();
        }
    }

    int count() {
        return open.size();
    }

    /** Whether answers should be the last of their connection. */
    boolean isDraining() {
        return draining;
    }

    /**
     * Ends idle connections now and the others after their answer; waits for them at most that long.
     *
     * @return whether all of them have ended
     */
    boolean drain(Duration bound) throws InterruptedException {
        draining = true;
        for (var connection : open) {
            if (connection.isIdle()) {
                connection.cut();
            }
        }
        return open.isEmpty() || drained.await(bound.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Closes what is left, under fibers that sleep or whose selector has ended. */
    void closeAll() {
        open.forEach(Connection::close);
    }

    /** Returns when the sweeping has ended. */
    void endSweeping() {
        stop.putnb(true);
        joinb();
    }
}
