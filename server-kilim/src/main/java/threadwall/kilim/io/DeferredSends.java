package threadwall.kilim.io;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Short writes of several connections of a loop on epoll, a copy of their bytes until they are sent one after the other. The
 * processor's caches then hold the kernel's code for sending, and before that our own, instead of either in turn. Not
 * thread-safe.
 */
final class DeferredSends {
    /** The most bytes of a write. */
    static final int LONGEST = 1024;

    /** More would only keep the first of them waiting. */
    static final int MOST = 64;

    private final EpollStream[] streams = new EpollStream[MOST];

    /** One after the other: at a distance of a power of two they would share few lines of the processor's cache. */
    private final MemorySegment bytes;

    /** By number of a write, and then the end of the last. */
    private final int[] starts = new int[MOST + 1];

    private int count;

    /** For {@link #rethrow}; null = none. */
    private Throwable failure;

    DeferredSends(Arena arena) {
        bytes = arena.allocate(MOST * LONGEST);
    }

    /** Takes all that the buffer has; whether it fits. */
    boolean take(EpollStream stream, Buffer from) {
        int length = from.length();
        if (length > LONGEST) {
            return false;
        }
        if (count == MOST) {
            flush();
        }
        int start = starts[count];
        MemorySegment.copy(from.array(), from.start(), bytes, JAVA_BYTE, start, length);
        streams[count] = stream;
        starts[++count] = start + length;
        from.use(length);
        return true;
    }

    /** Sends all. It calls no handler, and fails for none: no memory for the rest of a write ends its connection alone. */
    void flush() {
        for (int i = 0; i < count; i++) {
            var stream = streams[i];
            streams[i] = null;
            try {
                stream.sendDeferred(bytes.asSlice(starts[i]), starts[i + 1] - starts[i]);
            } catch (RuntimeException | Error e) {
                failure = failure == null ? e : failure;
                stream.giveUp();
            }
        }
        count = 0;
    }

    /** Throws what {@link #flush} failed with, for the loop that logs it: whose write or close flushes is not to blame. */
    void rethrow() {
        var thrown = failure;
        failure = null;
        switch (thrown) {
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            case null, default -> {}
        }
    }
}
