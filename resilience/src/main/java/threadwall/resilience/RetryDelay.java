package threadwall.resilience;

import java.io.InterruptedIOException;

/** A client's rest, in the middle of what may fail for other reasons. */
final class RetryDelay {

    private RetryDelay() {}

    /** So long, but no longer than until then (System.nanoTime()). */
    static void until(long end, long millis) throws InterruptedIOException {
        long left = (end - System.nanoTime()) / 1_000_000;
        if (left > 0) {
            millis(Math.min(left, millis));
        }
    }

    /** @throws InterruptedIOException when the test ends meanwhile */
    static void millis(long millis) throws InterruptedIOException {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("the test ended");
        }
    }
}
