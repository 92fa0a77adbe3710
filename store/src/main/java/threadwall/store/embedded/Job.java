package threadwall.store.embedded;

import threadwall.store.PendingResult;
import threadwall.store.embedded.EmbeddedStore.Work;

/** Submitted work and its result. It runs first, perhaps on several threads in turn, and is acknowledged later. */
final class Job<T> {
    final PendingResult<T> pending = new PendingResult<>();

    /** {@link System#nanoTime}. */
    private final long submitted = System.nanoTime();

    private final Work<T> work;
    private T value;
    private Throwable problem;

    Job(Work<T> work) {
        this.work = work;
    }

    /**
     * Runs the work.
     *
     * @return whether it ran through; else {@link #acknowledge} passes on what it threw
     */
    boolean run(Txn txn) {
        problem = null;
        try {
            value = work.run(txn);
            return true;
        } catch (Throwable e) { // any failure of the caller's work fails this job only
            problem = e;
            return false;
        }
    }

    void acknowledge() {
        if (problem == null) {
            pending.complete(value);
        } else {
            pending.fail(problem);
        }
    }

    /** @param now {@link System#nanoTime} */
    boolean isOlderThan(long nanos, long now) {
        return now - submitted > nanos;
    }
}
