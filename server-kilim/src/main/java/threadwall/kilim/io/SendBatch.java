package threadwall.kilim.io;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/** What a loop sends in a round: a copy of the bytes, until the kernel has taken them. Not thread-safe. */
final class SendBatch {
    /** The most bytes of a send. What a socket does not take of it is kept for its connection. */
    static final int LONGEST = 16 * 1024;

    private static final int BYTES = 1 << 20;
    private static final int SENDS = 4096;

    private final Uring ring;
    private final MemorySegment bytes;
    private final UringStream[] streams = new UringStream[SENDS];

    /** By number of a send, and then the end of the last. */
    private final int[] starts = new int[SENDS + 1];

    private int count;

    /** The newest send's number in the ring. */
    private int newest;

    SendBatch(Uring ring, Arena arena) {
        this.ring = ring;
        bytes = arena.allocate(BYTES);
    }

    int count() {
        return count;
    }

    /** Whether a send of another connection fits. */
    boolean hasRoom(int length) {
        return length <= LONGEST && count < SENDS && starts[count] + length <= BYTES;
    }

    /**
     * Sends all that the buffer has, for which there is room. It is done, or has failed, when the kernel has taken it.
     *
     * @param flags as for send(2)
     * @return its number
     */
    short send(UringStream stream, Buffer from, int flags) {
        short number = (short) count++;
        streams[number] = stream;
        starts[count] = starts[number];
        copy(from);
        // MSG_DONTWAIT: it fails at once and does not wait; MSG_WAITALL: less than all is a failure, which has a
        // completion
        newest = ring.send(
                stream.descriptor(),
                bytes.address() + starts[number],
                from.length(),
                flags | Libc.MSG_WAITALL | Libc.MSG_DONTWAIT,
                UringTransport.tag(UringTransport.SEND, (char) 0, number));
        return number;
    }

    /** Has a send take more; whether it is the newest, not too late and not too much. */
    boolean lengthen(short number, Buffer from, int flags) {
        int length = from.length();
        boolean fits = number == count - 1
                && starts[count] - starts[number] + length <= LONGEST
                && starts[count] + length <= BYTES
                && ring.lengthen(newest, length, flags);
        if (fits) {
            copy(from);
        }
        return fits;
    }

    private void copy(Buffer from) {
        MemorySegment.copy(from.array(), from.start(), bytes, JAVA_BYTE, starts[count], from.length());
        starts[count] += from.length();
    }

    /** Whether this is that connection's send. */
    boolean has(short number, UringStream stream) {
        return number < count && streams[number] == stream;
    }

    UringStream stream(int number) {
        return streams[number];
    }

    /** The bytes of a send, without the first ones. */
    byte[] rest(int number, int without) {
        int from = starts[number] + without;
        return bytes.asSlice(from, starts[number + 1] - from).toArray(JAVA_BYTE);
    }

    /** Forgets all, once the kernel has taken all. */
    void clear() {
        Arrays.fill(streams, 0, count, null);
        count = 0;
    }
}
