package threadwall.loadgen.engine;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Reads a file of Go's {@code encoding/gob}, message by message. It does not interpret the descriptions of types: its
 * user knows the fields. Numbers and messages are as in the package's documentation, section "Encoding Details".
 */
final class GobReader implements Closeable {

    private static final int BUFFER = 1 << 16;
    private static final int LARGEST_MESSAGE = 1 << 24;

    private final Path file;
    private final BufferedInputStream in;
    private byte[] message = new byte[1024];
    private int at;
    private int end;

    GobReader(Path file) throws IOException {
        this.file = file;
        this.in = new BufferedInputStream(Files.newInputStream(file), BUFFER);
    }

    /**
     * Moves to the next value, past descriptions of types.
     *
     * @return false at the end of the file, also if the last message is incomplete
     */
    boolean next() throws IOException {
        while (true) {
            int length = length();
            if (length < 0) {
                return false;
            }
            if (message.length < length) {
                message = new byte[length];
            }
            if (in.readNBytes(message, 0, length) < length) {
                return false;
            }
            at = 0;
            end = length;
            if (integer() > 0) { // the number of a type; a negative one is its description
                return true;
            }
        }
    }

    /** The length of the next message; -1 at the end of the file. */
    private int length() throws IOException {
        int first = in.read();
        if (first < 0) {
            return -1;
        }
        long length = first;
        if (first > Byte.MAX_VALUE) {
            length = 0;
            for (int i = bytes(first); i > 0; i--) {
                int next = in.read();
                if (next < 0) {
                    return -1;
                }
                length = length << 8 | next;
            }
        }
        if (length < 1 || length > LARGEST_MESSAGE) {
            throw new IOException(
                    "%s: not a log of Vegeta, or damaged: a message of %,d bytes".formatted(file, length));
        }
        return (int) length;
    }

    /** An unsigned number; also the distance of the next field of a struct, 0 at its end, and the length of a text. */
    long unsigned() throws IOException {
        int first = octet();
        if (first <= Byte.MAX_VALUE) {
            return first;
        }
        long value = 0;
        for (int i = bytes(first); i > 0; i--) {
            value = value << 8 | octet();
        }
        return value;
    }

    /** A signed number. */
    long integer() throws IOException {
        long value = unsigned();
        return (value & 1) == 0 ? value >>> 1 : ~(value >>> 1);
    }

    String text() throws IOException {
        int length = (int) unsigned();
        require(length);
        var text = new String(message, at, length, StandardCharsets.UTF_8);
        at += length;
        return text;
    }

    /** A {@code time.Time} in nanoseconds since 1970: version, seconds since the year 1, nanoseconds, zone. */
    long time() throws IOException {
        int length = (int) unsigned();
        require(length);
        int rest = at + length;
        octet();
        long seconds = 0;
        for (int i = 0; i < Long.BYTES; i++) {
            seconds = seconds << 8 | octet();
        }
        long nanos = 0;
        for (int i = 0; i < Integer.BYTES; i++) {
            nanos = nanos << 8 | octet();
        }
        at = rest;
        return (seconds - SECONDS_TO_1970) * 1_000_000_000 + nanos;
    }

    /** From 1 January of the year 1 (Go's zero time) to that of 1970. */
    private static final long SECONDS_TO_1970 = 62_135_596_800L;

    /** The first byte of a number that has several is their count, negated. */
    private static int bytes(int first) {
        return -(byte) first;
    }

    private int octet() throws IOException {
        require(1);
        return message[at++] & 0xff;
    }

    private void require(int bytes) throws IOException {
        if (bytes < 0 || at + bytes > end) {
            throw new EOFException("%s: not a log of Vegeta, or damaged: a message ends early".formatted(file));
        }
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
