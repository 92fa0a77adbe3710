package threadwall.runtimes.hashmap;

import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.LongAdder;

/** Every task's time, and the sum of their sums. */
final class Results {
    private final long[] nanos;
    private final LongAdder checksum = new LongAdder();
    private final CountDownLatch unfinished;

    Results(int tasks) {
        nanos = new long[tasks];
        unfinished = new CountDownLatch(tasks);
    }

    /** Does a task's work here and now, and takes its time. What fails in it ends the program: nobody could wait for it. */
    void work(int task, int entries) {
        try {
            long began = System.nanoTime();
            long sum = MapWork.sum(task, entries);
            nanos[task] = System.nanoTime() - began;
            checksum.add(sum);
        } catch (Throwable e) {
            fail(e);
        }
        unfinished.countDown();
    }

    /** Waits until each task has done its work. */
    void await() throws InterruptedException {
        unfinished.await();
    }

    /** Unsigned, of 64 bits. */
    String checksum() {
        return Long.toUnsignedString(checksum.sum());
    }

    /** The least of these times that 99 of 100 do not exceed. */
    static long p99(long[] sorted) {
        return sorted[(int) ((sorted.length * 99L + 99) / 100) - 1];
    }

    /** After {@link #await}. */
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

    /** To the microsecond. */
    private static double millis(long nanos) {
        return nanos / 1000 / 1000.0;
    }
}
