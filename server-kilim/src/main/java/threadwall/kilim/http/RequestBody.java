package threadwall.kilim.http;

import java.util.Arrays;
import threadwall.kilim.http.ParseResult.Refused;
import threadwall.kilim.io.Buffer;

/** A body as it arrives: kept in an array at most twice as large as the bytes received, or only counted. */
final class RequestBody {
    static final byte[] EMPTY = {};

    private boolean kept;
    private byte[] bytes = EMPTY;
    private int length;

    static Refused tooLarge(int limit) {
        return new Refused(HttpStatus.CONTENT_TOO_LARGE, "the body is longer than " + limit + " bytes");
    }

    /** @param kept false to count its bytes and drop them */
    void begin(boolean kept) {
        this.kept = kept;
        clear();
    }

    /** Bytes that have arrived. */
    int length() {
        return length;
    }

    /** Bytes of memory that it takes. */
    int capacity() {
        return bytes.length;
    }

    /**
     * Moves bytes from the buffer.
     *
     * @param most that it moves
     * @param limit of the whole body; it is not allocated in advance
     * @return how many it moved
     */
    int take(Buffer buffer, int most, int limit) {
        int count = Math.min(most, buffer.length());
        if (kept) {
            if (bytes.length - length < count) {
                // at least double, or chunks of one byte would each copy the whole body
                bytes = Arrays.copyOf(bytes, length + Math.max(count, Math.min(length, limit - length)));
            }
            System.arraycopy(buffer.array(), buffer.start(), bytes, length, count);
        }
        length += count;
        buffer.use(count);
        return count;
    }

    /** Returns the whole body, nothing if it was not kept, and resets. */
    byte[] remove() {
        var all = !kept || length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
        clear();
        return all;
    }

    void clear() {
        bytes = EMPTY;
        length = 0;
    }
}
