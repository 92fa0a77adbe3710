package threadwall.taskprograms.sleep;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Counts tasks: how many are alive, the most that were, and by how much the latest of them overslept. */
final class TaskCounter {
    private final int expected;
    private final CountDownLatch unfinished;
    private final AtomicInteger alive = new AtomicInteger();
    private final AtomicInteger mostAlive = new AtomicInteger();
    private final AtomicLong latestNanos = new AtomicLong();

    /** @param tasks expected in total */
    TaskCounter(int tasks) {
        expected = tasks;
        unfinished = new CountDownLatch(tasks);
    }

    /** Called first by each task. Returns {@link System#nanoTime}, to be passed to {@link #leave}. */
    long enter() {
        int now = alive.incrementAndGet();
        for (int most = mostAlive.get(); now > most; most = mostAlive.get()) {
            mostAlive.compareAndSet(most, now);
        }
        return System.nanoTime();
    }

    /** Called last by each task, right after its sleep. */
    void leave(long began, long askedMillis) {
        long late = System.nanoTime() - began - TimeUnit.MILLISECONDS.toNanos(askedMillis);
        for (long latest = latestNanos.get(); late > latest; latest = latestNanos.get()) {
            latestNanos.compareAndSet(latest, late);
        }
        alive.decrementAndGet();
        unfinished.countDown();
    }

    /** After a failed start: {@link #await} then waits for the started tasks only. */
    void expectOnly(int started) {
        for (int missing = expected - started; missing > 0; missing--) {
            unfinished.countDown();
        }
    }

    void await() throws InterruptedException {
        unfinished.await();
    }

    boolean isOver() {
        return unfinished.getCount() == 0;
    }

    int mostAlive() {
        return mostAlive.get();
    }

    /** 0 if every task woke on time. */
    long latestNanos() {
        return latestNanos.get();
    }
}
