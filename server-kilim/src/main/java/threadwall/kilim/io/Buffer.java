package threadwall.kilim.io;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Bytes between two positions of an array: received and not used yet, or built and not sent yet. Positions that callers
 * give and get count from the first unused byte. It grows with what is put into it, never with what is announced.
 *
 * <p>For one thread.
 */
public final class Buffer {
    /** Bytes of a new one: the head of a browser's request fits, one of ab has 100 bytes, an answer of ours 150. */
    public static final int SMALL = 4 * 1024;

    private byte[] bytes = new byte[SMALL];

    /** The same for foreign functions, kept because making it costs as much as a request's text. */
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

    /** Forgets the first bytes. */
    public void use(int count) {
        start += count;
        if (isEmpty()) {
            start = 0;
            end = 0;
        }
    }

    /** Forgets all. */
    public void clear() {
        start = 0;
        end = 0;
    }

    /** Whether it has grown above {@link #SMALL}; such a one is not worth keeping for the next. */
    public boolean hasGrown() {
        return bytes.length > SMALL;
    }

    /** The array that holds the bytes, from {@link #start} to {@link #end}; another one after {@link #makeRoom}. */
    public byte[] array() {
        return bytes;
    }

    /** The array from that place on. */
    MemorySegment segment(int from) {
        return from == 0 ? segment : segment.asSlice(from);
    }

    public int start() {
        return start;
    }

    public int end() {
        return end;
    }

    /** How many bytes can be put behind {@link #end}. */
    public int room() {
        return bytes.length - end;
    }

    /** Moves what is there to the front. */
    public void compact() {
        System.arraycopy(bytes, start, bytes, 0, length());
        end -= start;
        start = 0;
    }

    /** Makes room for that many bytes at least, by growing. What is in front of {@link #start} stays room. */
    public void makeRoom(int count) {
        if (room() < count) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, Math.addExact(end, count)));
            segment = MemorySegment.ofArray(bytes);
        }
    }

    /** Counts bytes that were written behind {@link #end} as put. */
    public void put(int count) {
        end += count;
    }

    /** Puts a copy of these bytes at the end. */
    public void put(byte[] more) {
        put(more, 0, more.length);
    }

    /** Puts a copy of a part of these bytes at the end. */
    public void put(byte[] more, int offset, int count) {
        makeRoom(count);
        System.arraycopy(more, offset, bytes, end, count);
        end += count;
    }

    /** Keeps room in front of what is put into this empty buffer from now on. */
    public void reserve(int count) {
        start = count;
        end = count;
    }

    /** Puts a copy of these bytes in front of the others, where room was reserved. */
    public void putInFront(byte[] more) {
        start -= more.length;
        System.arraycopy(more, 0, bytes, start, more.length);
    }

    /** The same with one byte. */
    public void putInFront(byte one) {
        bytes[--start] = one;
    }

    @Override
    public String toString() {
        return new String(Arrays.copyOfRange(bytes, start, end), StandardCharsets.ISO_8859_1);
    }
}
