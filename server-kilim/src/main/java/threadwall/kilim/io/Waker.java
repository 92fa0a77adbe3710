package threadwall.kilim.io;

/** An eventfd that wakes a loop. Any thread may call it. */
final class Waker {
    private final Libc libc;
    private final int descriptor;
    private boolean closed;

    Waker(Libc libc, int descriptor) {
        this.libc = libc;
        this.descriptor = descriptor;
    }

    int descriptor() {
        return descriptor;
    }

    /** Does nothing once closed: the descriptor's number may have been reused. */
    synchronized void wake() {
        if (!closed) {
            libc.eventfdWrite(descriptor, 1);
        }
    }

    synchronized void close() {
        closed = true;
        libc.close(descriptor);
    }
}
