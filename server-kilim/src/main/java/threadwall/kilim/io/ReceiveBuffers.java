package threadwall.kilim.io;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;

/**
 * The buffers that a ring receives into, shared by all connections of a loop ({@code struct io_uring_buf_ring}), and what has
 * been received and not read: for each connection a list of buffers, of which it knows the last. Not thread-safe.
 */
final class ReceiveBuffers {
    /** The last buffer of an empty list. */
    static final short NONE = -1;

    /** Each holds a request of any browser. */
    static final int BYTES = 4096;

    static final int IORING_REGISTER_PBUF_RING = 22;

    /** {@code struct io_uring_buf_reg}: its size and the offset of its entries. */
    static final int REGISTRATION = 40;

    static final int REGISTRATION_ENTRIES = 8;

    /** {@code struct io_uring_buf}: its size and offsets. The first one's last field is the ring's tail. */
    static final int ENTRY = 16;

    static final int ENTRY_LENGTH = 8;
    static final int ENTRY_NUMBER = 12;
    static final int TAIL = 14;

    /** A power of two. */
    private static final int COUNT = 2048;

    private static final VarHandle SHORT = JAVA_SHORT.varHandle();

    private final Libc libc;
    private final MemorySegment ring;
    private final MemorySegment bytes;
    private int tail;

    /** By number of a buffer: the bytes of it that have not been read. */
    private final short[] starts = new short[COUNT];

    private final short[] lengths = new short[COUNT];

    /** By number of a buffer: the next of its list. After the last comes the first. */
    private final short[] next = new short[COUNT];

    /** @throws IOException when the kernel has no memory */
    ReceiveBuffers(Libc libc, Arena arena, Uring uring) throws IOException {
        this.libc = libc;
        bytes = libc.map((long) COUNT * BYTES);
        ring = libc.map((long) COUNT * ENTRY);
        var registration = arena.allocate(REGISTRATION, Long.BYTES);
        registration.set(JAVA_LONG, 0, ring.address());
        registration.set(JAVA_INT, REGISTRATION_ENTRIES, COUNT);
        int result = libc.uringRegister(uring.descriptor(), IORING_REGISTER_PBUF_RING, registration, 1);
        if (result < 0) {
            close();
            throw Libc.failure(result, "io_uring_register");
        }
        for (int i = 0; i < COUNT; i++) {
            giveBack(i);
        }
    }

    /** Lets the kernel have the buffer again, from {@link #publish} on. */
    void giveBack(int number) {
        long at = (long) ENTRY * (tail++ & COUNT - 1);
        ring.set(JAVA_LONG, at, bytes.address() + (long) number * BYTES);
        ring.set(JAVA_INT, at + ENTRY_LENGTH, BYTES);
        ring.set(JAVA_SHORT, at + ENTRY_NUMBER, (short) number);
    }

    /** Shows the kernel the buffers that were given back. */
    void publish() {
        SHORT.setRelease(ring, (long) TAIL, (short) tail);
    }

    /** Puts a buffer with that many bytes behind a list; returns the last of the list. */
    short append(short last, int number, int length) {
        starts[number] = 0;
        lengths[number] = (short) length;
        if (last == NONE) {
            next[number] = (short) number;
        } else {
            next[number] = next[last];
            next[last] = (short) number;
        }
        return (short) number;
    }

    /** Moves from a list what has room, and gives the buffers back; returns the last of the list. */
    short read(short last, Buffer into) {
        short rest = last;
        while (rest != NONE && into.room() > 0) {
            short first = next[rest];
            int count = Math.min(lengths[first], into.room());
            MemorySegment.copy(bytes, JAVA_BYTE, (long) first * BYTES + starts[first], into.array(), into.end(), count);
            into.put(count);
            starts[first] += (short) count;
            lengths[first] -= (short) count;
            if (lengths[first] == 0) {
                rest = withoutFirst(rest);
            }
        }
        return rest;
    }

    private short withoutFirst(short last) {
        short first = next[last];
        next[last] = next[first];
        giveBack(first);
        return first == last ? NONE : last;
    }

    /** Gives all buffers of a list back. */
    void drop(short last) {
        for (short rest = last; rest != NONE; ) {
            rest = withoutFirst(rest);
        }
    }

    /** After this it cannot be used, nor can the ring. */
    void close() {
        libc.unmap(ring);
        libc.unmap(bytes);
    }
}
