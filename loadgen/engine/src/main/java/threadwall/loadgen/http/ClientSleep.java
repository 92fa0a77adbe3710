package threadwall.loadgen.http;

import java.io.InterruptedIOException;

/** Pauses of a client amid its I/O: an interrupt ends them as it ends a blocked read. */
public final class ClientSleep {

    private ClientSleep() {}

    /** Sleeps for that long, but not beyond {@code end} of System.nanoTime(). */
    public static void until(long end, long millis) throws InterruptedIOException {
        long left = (end - System.nanoTime()) / 1_000_000;
        if (left > 0) {
            millis(Math.min(left, millis));
        }
    }

    /** @throws InterruptedIOException when the thread is interrupted, which means that the test is over */
    public static void millis(long millis) throws InterruptedIOException {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("the test ended");
        }
    }
}
