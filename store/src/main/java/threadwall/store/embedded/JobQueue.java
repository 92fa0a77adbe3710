package threadwall.store.embedded;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import threadwall.store.FiberData;
import threadwall.store.StoreUnavailableException;

/**
 * The jobs of one thread of the store. None of them waits for ever: what the thread does not finish in time fails by
 * {@link #failOverdue}, and what it leaves unfinished fails when it takes the next ones.
 */
final class JobQueue {
    /** Wakes the thread for its end. */
    private static final Job<Void> LAST = new Job<>(txn -> null);

    private final String store;
    private final int most;
    private final Duration patience;
    private final BlockingQueue<Job<?>> waiting = new LinkedBlockingQueue<>();

    /** What the thread works on. Guarded by itself, and large enough never to grow, because growing may fail. */
    private final List<Job<?>> underWay;

    /** {@link System#nanoTime} at which the thread took its jobs; 0 = it has none. */
    private volatile long takenNanos;

    /** Whether the thread has taken the last job. Only it uses this. */
    private boolean ended;

    /**
     * Creates an empty queue.
     *
     * @param store for messages
     * @param most jobs that the thread takes at once
     * @param patience how long a job may take, from its submission
     */
    JobQueue(String store, int most, Duration patience) {
        this.store = store;
        this.most = most;
        this.patience = patience;
        underWay = new ArrayList<>(most);
    }

    /** Queues a job. It fails at once when too many wait, or when the thread has been stuck for long. Thread-safe. */
    void add(Job<?> job) {
        int before = waiting.size();
        if (before >= FiberData.MOST_WAITING) {
            job.pending.fail(unavailable(before + " transactions are waiting; try again"));
        } else if (isStuck()) {
            job.pending.fail(overdue("nothing was done; check the disk, or try again"));
        } else {
            waiting.add(job);
        }
    }

    private boolean isStuck() {
        long taken = takenNanos;
        return taken != 0 && System.nanoTime() - taken > patience.toNanos();
    }

    /** Lets the thread end when it has done the jobs queued so far. Thread-safe. */
    void end() {
        waiting.add(LAST);
    }

    /**
     * Waits for jobs and takes them, for the queue's thread. The jobs taken before should be complete; those that are
     * not, because the thread has failed in between, fail now.
     *
     * @return no job when there will be no more
     */
    List<Job<?>> take() throws InterruptedException {
        endTaken();
        if (!ended) {
            var first = waiting.take();
            synchronized (underWay) {
                underWay.add(first);
                waiting.drainTo(underWay, most - 1);
                ended = underWay.remove(LAST); // it is the last one, since nothing is submitted afterwards
                takenNanos = System.nanoTime();
            }
            Thread.interrupted(); // an interrupt would close the file that is read or written next
        }
        return underWay;
    }

    /** Gives a job that the queue's thread has taken to another thread, unless it has failed by now. */
    void passOn(Job<?> job, JobQueue other) {
        if (!job.pending.isDone()) {
            other.add(job); // first: a job that is nowhere would wait for ever
        }
        synchronized (underWay) {
            underWay.remove(job);
        }
    }

    private void endTaken() {
        synchronized (underWay) {
            for (var job : underWay) {
                if (!job.pending.isDone()) {
                    job.pending.fail(unavailable("it failed unexpectedly; a write may be stored or not;"
                            + " the server's standard error has the reason"));
                }
            }
            underWay.clear();
            takenNanos = 0;
        }
    }

    /** Fails the jobs that take longer than they may. The thread goes on with those that it has taken. Thread-safe. */
    void failOverdue() {
        long now = System.nanoTime();
        for (var job : waiting) { // all of them, as one that was passed on is behind younger ones
            if (isOverdue(job, now)) {
                var problem = overdue("nothing was done; try again"); // first: memory may be exhausted
                if (waiting.remove(job)) { // else the thread has just taken it
                    job.pending.fail(problem);
                }
            }
        }
        synchronized (underWay) {
            for (var job : underWay) {
                if (isOverdue(job, now)) {
                    job.pending.fail(overdue("a write may be stored or not; check the disk, or try again"));
                }
            }
        }
    }

    private boolean isOverdue(Job<?> job, long now) {
        return job != LAST && !job.pending.isDone() && job.isOlderThan(patience.toNanos(), now);
    }

    private StoreUnavailableException overdue(String known) {
        return unavailable("it has not answered within " + patience.toSeconds() + " s; " + known);
    }

    private StoreUnavailableException unavailable(String reason) {
        return new StoreUnavailableException("the store in " + store + " cannot be used now: " + reason, null);
    }
}
