package threadwall.loadgen.abuse;

import java.io.InterruptedIOException;

/** A client's rest, in the middle of what may fail for other reasons. */
final class Pause {

    private Pause() {}

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
