package threadwall.kilim.io;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A growable byte queue: bytes received and not yet parsed, or serialised and not yet sent. Positions of callers are
 * relative to the first unused byte. It grows with the bytes put into it, never with an announced length.
 *
 * <p>Not thread-safe.
 */
public final class Buffer {
    /** Initial size: fits the head of a browser's request. A request of ab has 100 bytes, our response 150. */
    public static final int SMALL = 4 * 1024;

    private byte[] bytes = new byte[SMALL];

    /**
     * The same array for foreign functions, cached because wrapping it costs as much as creating a request's Strings.
     */
    private MemorySegment segment = MemorySegment.ofArray(bytes);

    private int start;
    private int end;

    public int length() {
        return end - start;
    }

    public boolean isEmpty() {
        return start == end;
    }

    public byte at(int position) {
        return bytes[start + position];
    }

    /** Drops the first bytes. */
    public void use(int count) {
        start += count;
        if (isEmpty()) {
            start = 0;
            end = 0;
        }
    }

    /** Drops all bytes. */
    public void clear() {
        start = 0;
        end = 0;
    }

    /** Whether it has grown beyond {@link #SMALL} and is not worth pooling. */
    public boolean hasGrown() {
        return bytes.length > SMALL;
    }

    /** The array that holds the bytes, from {@link #start} to {@link #end}. {@link #makeRoom} may replace it. */
    public byte[] array() {
        return bytes;
    }

    /** The array from that position on. */
    MemorySegment segment(int from) {
        return from == 0 ? segment : segment.asSlice(from);
    }

    public int start() {
        return start;
    }

    public int end() {
        return end;
    }

    /** How many bytes fit after {@link #end}. */
    public int room() {
        return bytes.length - end;
    }

    /** Moves the bytes to the front of the array. */
    public void compact() {
        System.arraycopy(bytes, start, bytes, 0, length());
        end -= start;
        start = 0;
    }

    /** Moves the bytes to an array of the initial size, if it has grown and they fit. */
    public void shrink() {
        if (hasGrown() && length() <= SMALL) {
            var small = new byte[SMALL];
            System.arraycopy(bytes, start, small, 0, length());
            end -= start;
            start = 0;
            bytes = small;
            segment = MemorySegment.ofArray(bytes);
        }
    }

    /** Grows until that many bytes fit. Free space before {@link #start} is not used. */
    public void makeRoom(int count) {
        if (room() < count) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, Math.addExact(end, count)));
            segment = MemorySegment.ofArray(bytes);
        }
    }

    /** Adds bytes that were written after {@link #end}. */
    public void put(int count) {
        end += count;
    }

    /** Appends a copy of these bytes. */
    public void put(byte[] more) {
        put(more, 0, more.length);
    }

    /** Appends a copy of a part of these bytes. */
    public void put(byte[] more, int offset, int count) {
        makeRoom(count);
        System.arraycopy(more, offset, bytes, end, count);
        end += count;
    }

    /** Reserves room in front of what is appended to this empty buffer from now on. */
    public void reserve(int count) {
        start = count;
        end = count;
    }

    /** Prepends a copy of these bytes, into the reserved room. */
    public void putInFront(byte[] more) {
        start -= more.length;
        System.arraycopy(more, 0, bytes, start, more.length);
    }

    /** Prepends one byte. */
    public void putInFront(byte one) {
        bytes[--start] = one;
    }

    @Override
    public String toString() {
        return new String(Arrays.copyOfRange(bytes, start, end), StandardCharsets.ISO_8859_1);
    }
}
