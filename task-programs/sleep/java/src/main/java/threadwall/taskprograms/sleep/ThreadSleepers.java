package threadwall.taskprograms.sleep;

/** A platform or virtual thread per sleeper, with {@link Thread#sleep(long)}. */
final class ThreadSleepers extends Sleepers implements Runnable {
    private final boolean virtual;

    ThreadSleepers(TaskCounter tally, long millis, boolean virtual) {
        super(tally, millis);
        this.virtual = virtual;
    }

    @Override
    void startOne() {
        if (virtual) {
            Thread.startVirtualThread(this);
        } else {
            new Thread(this).start();
        }
    }

    /** The body of each thread. */
    @Override
    public void run() {
        try {
            long began = tally.enter();
            Thread.sleep(millis);
            tally.leave(began, millis);
        } catch (Throwable e) {
            fail(e);
        }
    }
}
