package threadwall.kilim.http;

import java.util.Arrays;
import threadwall.kilim.http.ParseResult.Refused;
import threadwall.kilim.io.Buffer;

/** A body as it arrives. Its array is at most twice as large as the bytes received. */
final class RequestBody {
    static final byte[] EMPTY = {};

    private byte[] bytes = EMPTY;
    private int length;

    static Refused tooLarge(int limit) {
        return new Refused(HttpStatus.CONTENT_TOO_LARGE, "the body is longer than " + limit + " bytes");
    }

    int length() {
        return length;
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
        if (bytes.length - length < count) {
            // at least double, or chunks of one byte would each copy the whole body
            bytes = Arrays.copyOf(bytes, length + Math.max(count, Math.min(length, limit - length)));
        }
        System.arraycopy(buffer.array(), buffer.start(), bytes, length, count);
        length += count;
        buffer.use(count);
        return count;
    }

    /** Returns the whole body and resets. */
    byte[] remove() {
        var all = length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
        clear();
        return all;
    }

    void clear() {
        bytes = EMPTY;
        length = 0;
    }
}
