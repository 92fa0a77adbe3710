package threadwall.kilim.http;

import java.util.Arrays;
import threadwall.kilim.http.ParseResult.Refused;
import threadwall.kilim.io.Buffer;

/** A body as it comes. Its array grows with the bytes that came, by no more than as many again. */
final class RequestBody {
    static final byte[] EMPTY = {};

    private byte[] bytes = EMPTY;
    private int length;

    static Refused tooLarge(int limit) {
        return new Refused(HttpStatus.CONTENT_TOO_LARGE, "no body of more than " + limit + " bytes is read here");
    }

    int length() {
        return length;
    }

    /**
     * Takes bytes out of the buffer.
     *
     * @param most that it takes, if there are so many
     * @param limit bytes of the whole body at most, which is no reason to allocate them
     * @return how many it took
     */
    int take(Buffer buffer, int most, int limit) {
        int count = Math.min(most, buffer.length());
        if (bytes.length - length < count) {
            // at least double, or a body in chunks of one byte would be copied for each of them
            bytes = Arrays.copyOf(bytes, length + Math.max(count, Math.min(length, limit - length)));
        }
        System.arraycopy(buffer.array(), buffer.start(), bytes, length, count);
        length += count;
        buffer.use(count);
        return count;
    }

    /** All of it, which is then forgotten here. */
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
