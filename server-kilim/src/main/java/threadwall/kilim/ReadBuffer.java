package threadwall.kilim;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/**
 * Bytes received and not used yet: small while a connection idles, at most {@link #CAPACITY}. Positions count from the
 * first unused byte.
 */
final class ReadBuffer {
    /** Bytes; more than this never waits here. */
    static final int CAPACITY = 16 * 1024;

    /** What {@link #readFrom} returns when nothing will ever come: the peer has closed or reset the connection. */
    static final int ENDED = -1;

    /** The head of a browser's request fits; one of ab has 100 bytes. */
    private static final int SMALL = 1024;

    private byte[] bytes = new byte[SMALL];
    private ByteBuffer view = ByteBuffer.wrap(bytes);
    private int start;
    private int end;

    /**
     * Reads what is there, without waiting. A full buffer has to be used up first.
     *
     * @return how many bytes, 0 when there are none yet, or {@link #ENDED}: a code, not an exception, because in a
     *     fiber that costs a stack trace
     */
    int readFrom(SocketChannel channel) {
        makeRoom();
        try {
            int read = channel.read(view.clear().position(end));
            end += Math.max(read, 0);
            return read;
        } catch (IOException e) {
            return ENDED;
        }
    }

    int length() {
        return end - start;
    }

    boolean isEmpty() {
        return start == end;
    }

    byte at(int position) {
        return bytes[start + position];
    }

    /** ISO-8859-1, one character a byte. */
    String text(int from, int to) {
        return new String(bytes, start + from, to - from, StandardCharsets.ISO_8859_1);
    }

    /** Forgets the first bytes. */
    void use(int count) {
        start += count;
        if (isEmpty()) {
            start = 0;
            end = 0;
            if (bytes.length > SMALL) {
                replace(SMALL);
            }
        }
    }

    private void makeRoom() {
        if (end < bytes.length) {
            return;
        }
        if (start > 0) {
            System.arraycopy(bytes, start, bytes, 0, length());
            end -= start;
            start = 0;
        } else if (bytes.length < CAPACITY) {
            replace(Math.min(2 * bytes.length, CAPACITY));
        } else {
            throw new IllegalStateException("read into a buffer that is full");
        }
    }

    private void replace(int size) {
        var bigger = new byte[size];
        System.arraycopy(bytes, start, bigger, 0, length());
        bytes = bigger;
        view = ByteBuffer.wrap(bigger);
        end -= start;
        start = 0;
    }
}
