package threadwall.process;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/** Waits for a reading to become as expected: the kernel closes sockets and ends processes asynchronously. */
public final class Await {

    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private Await() {}

    /** The first reading that matches, or the last one: the test's assertion then shows what was wrong. */
    public static <T> T until(Callable<T> reading, Predicate<T> expected) throws Exception {
        long deadline = System.nanoTime() + TIMEOUT.toNanos();
        T last = reading.call();
        while (!expected.test(last) && System.nanoTime() < deadline) {
            LockSupport.parkNanos(Duration.ofMillis(2).toNanos());
            last = reading.call();
        }
        return last;
    }
}
