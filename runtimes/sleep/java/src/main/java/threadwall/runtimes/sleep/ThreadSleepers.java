package threadwall.runtimes.sleep;

/** A thread each, of the platform or virtual, by {@link Thread#sleep(long)}. */
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

    /** What each thread does. */
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
