package threadwall.taskprograms.hashmap;

import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.LongAdder;

/** The time of every task, and the total of their sums. */
final class Results {
    private final MapWork work;
    private final long[] nanos;
    private final LongAdder checksum = new LongAdder();
    private final CountDownLatch unfinished;

    Results(int tasks, MapWork work) {
        this.work = work;
        nanos = new long[tasks];
        unfinished = new CountDownLatch(tasks);
    }

    /**
     * Runs a task's work on the calling thread and records its time. A failure ends the program, because the result
     * would never be complete.
     */
    void work(int task) {
        try {
            long began = System.nanoTime();
            long sum = work.sum(task);
            nanos[task] = System.nanoTime() - began;
            checksum.add(sum);
        } catch (Throwable e) {
            fail(e);
        }
        unfinished.countDown();
    }

    /** Waits until every task is done. */
    void await() throws InterruptedException {
        unfinished.await();
    }

    /** An unsigned 64-bit number. */
    String checksum() {
        return Long.toUnsignedString(checksum.sum());
    }

    /** The 99th percentile: the smallest time that 99 % of the tasks do not exceed. */
    static long p99(long[] sorted) {
        return sorted[(int) ((sorted.length * 99L + 99) / 100) - 1];
    }

    /** Call it after {@link #await}. */
    String toJson(long totalNanos) {
        var sorted = nanos.clone();
        Arrays.sort(sorted);
        double sum = 0;
        for (long each : sorted) {
            sum += each;
        }
        return "{\"tasks\":" + sorted.length + ",\"totalMillis\":" + millis(totalNanos) + ",\"meanMillis\":"
                + millis(Math.round(sum / sorted.length)) + ",\"p99Millis\":" + millis(p99(sorted))
                + ",\"maxMillis\":" + millis(sorted[sorted.length - 1]) + ",\"checksum\":\"" + checksum() + "\"}";
    }

    static void fail(Throwable failure) {
        failure.printStackTrace();
        Runtime.getRuntime().halt(1);
    }

    /** Rounded to microseconds. */
    private static double millis(long nanos) {
        return nanos / 1000 / 1000.0;
    }
}
