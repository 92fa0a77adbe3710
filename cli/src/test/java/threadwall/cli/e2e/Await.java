package threadwall.cli.e2e;

import static org.assertj.core.api.Assertions.fail;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for something that another process does asynchronously. */
final class Await {

    private static final Duration TIMEOUT = Duration.ofSeconds(120);

    private Await() {}

    /** @param what completes the sentence "waited in vain for …" */
    static void until(String what, BooleanSupplier condition) {
        until(what, TIMEOUT, condition);
    }

    static void until(String what, Duration bound, BooleanSupplier condition) {
        until(what, bound, Duration.ofMillis(5), condition);
    }

    /** @param between checks: for a condition that starts processes */
    static void until(String what, Duration bound, Duration between, BooleanSupplier condition) {
        long deadline = System.nanoTime() + bound.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                fail("waited in vain for " + what);
            }
            LockSupport.parkNanos(between.toNanos());
        }
    }
}
