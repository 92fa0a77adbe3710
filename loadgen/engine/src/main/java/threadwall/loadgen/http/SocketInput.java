package threadwall.loadgen.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** The receiving side of an {@link HttpConnection}: lines and counted bytes, read as slowly as a test wants. */
final class SocketInput {

    static final byte[] EMPTY = {};

    private static final int LONGEST_LINE = 64 * 1024;
    private static final int LONGEST_BODY = 16 * 1024 * 1024;
    private static final int BUFFER_BYTES = 2 * 1024;

    private final InputStream in;
    private byte[] buffer = EMPTY;
    private int position;
    private int limit;
    private int readBytes = BUFFER_BYTES;
    private long pauseMillis;
    private long slowUntil;

    SocketInput(InputStream in) {
        this.in = in;
    }

    /** As {@link HttpConnection#readSlowly}. */
    void readSlowly(int bytes, long millis, long until) {
        readBytes = Math.min(bytes, BUFFER_BYTES);
        pauseMillis = millis;
        slowUntil = until;
    }

    /** Waits until there is a byte to read; false when the server closed instead. */
    boolean await() throws IOException {
        return position < limit || fill();
    }

    private boolean fill() throws IOException {
        if (pauseMillis > 0) {
            ClientSleep.until(slowUntil, pauseMillis);
        }
        if (buffer.length == 0) {
            buffer = new byte[BUFFER_BYTES];
        }
        position = 0;
        limit = 0; // stays when the read fails
        limit = Math.max(0, in.read(buffer, 0, readBytes));
        return limit > 0;
    }

    /** Whether a byte can be read without waiting. */
    boolean hasMore() throws IOException {
        return position < limit || in.available() > 0;
    }

    /** @param strict whether a line that ends in a bare LF is an error */
    String line(boolean strict) throws IOException {
        var line = new ByteArrayOutputStream(64);
        while (true) {
            if (!await()) {
                throw new IOException("the connection was closed in the middle of an answer");
            }
            int b = buffer[position++];
            if (b == '\n') {
                var text = line.toString(StandardCharsets.ISO_8859_1);
                if (strict && !text.endsWith("\r")) {
                    throw new IOException(
                            "a line of the answer's head does not end in CR LF: " + Printable.start(text));
                }
                return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
            }
            if (line.size() > LONGEST_LINE) {
                throw new IOException("a line of the answer's head is longer than %d bytes".formatted(LONGEST_LINE));
            }
            line.write(b);
        }
    }

    /** Reads a body of that length. */
    byte[] body(int length) throws IOException {
        if (length > LONGEST_BODY) {
            throw new IOException("Content-Length is %d; the limit is %d".formatted(length, LONGEST_BODY));
        }
        return bytes(length, "Content-Length");
    }

    /** Reads a body in chunks (RFC 9112, 7.1); their extensions and the trailers are skipped. */
    byte[] chunks() throws IOException {
        var body = new ByteArrayOutputStream();
        for (int size = chunkSize(); size > 0; size = chunkSize()) {
            if (size > LONGEST_BODY - body.size()) {
                throw new IOException("the chunks are longer than the limit of %d bytes".formatted(LONGEST_BODY));
            }
            body.writeBytes(bytes(size, "the size of a chunk"));
            if (!line(true).isEmpty()) {
                throw new IOException("a chunk is longer than its size, %d".formatted(size));
            }
        }
        String trailer;
        do {
            trailer = line(true);
        } while (!trailer.isEmpty());
        return body.toByteArray();
    }

    private int chunkSize() throws IOException {
        var line = line(true);
        var size = line.replaceFirst(";.*", "").strip();
        if (!size.matches("[0-9a-fA-F]{1,7}")) {
            throw new IOException("not the size of a chunk: " + Printable.start(line));
        }
        return Integer.parseInt(size, 16);
    }

    /** @param said where the length comes from */
    private byte[] bytes(int length, String said) throws IOException {
        var body = new byte[length];
        for (int filled = 0; filled < length; ) {
            if (!await()) {
                throw new IOException("%s is %d, but only %d bytes came".formatted(said, length, filled));
            }
            int count = Math.min(limit - position, length - filled);
            System.arraycopy(buffer, position, body, filled, count);
            position += count;
            filled += count;
        }
        return body;
    }

    byte[] bodyUntilClose() throws IOException {
        var body = new ByteArrayOutputStream();
        while (body.size() < LONGEST_BODY && await()) {
            body.write(buffer, position, limit - position);
            position = limit;
        }
        return body.toByteArray();
    }

    /** Frees the buffer where it is empty: an idle connection needs none. */
    void release() {
        if (position == limit) {
            buffer = EMPTY;
        }
    }

    /** The bytes in the buffer, printable. */
    String unread() {
        return Printable.start(new String(buffer, position, limit - position, StandardCharsets.ISO_8859_1));
    }
}
