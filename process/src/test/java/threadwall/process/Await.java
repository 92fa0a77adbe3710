package threadwall.process;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/** Waits for a reading to become what it should: the kernel closes sockets and ends processes in its own time. */
public final class Await {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private Await() {}

    /** The first reading that is as wanted, or the last one taken: the test's assertion then says what was wrong. */
    public static <T> T until(Callable<T> reading, Predicate<T> wanted) throws Exception {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        T last = reading.call();
        while (!wanted.test(last) && System.nanoTime() < deadline) {
            LockSupport.parkNanos(Duration.ofMillis(2).toNanos());
            last = reading.call();
        }
        return last;
    }
}
