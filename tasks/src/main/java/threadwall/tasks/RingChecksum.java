package threadwall.tasks;

/** The checksum that every ring program has to reach. */
final class RingChecksum {

    private static final long VALUES = 1L << 32;

    private RingChecksum() {}

    /**
     * What the receivers made of the message: from 0, the task with index i turns v into 31v + i, modulo 2³². So it tells
     * whether each received the message in its turn. It takes about a nanosecond a message.
     */
    static String of(int tasks, long messages) {
        long value = 0;
        int index = 0;
        for (long received = 0; received < messages; received++) {
            value = (value * 31 + index) % VALUES;
            index = index + 1 == tasks ? 0 : index + 1;
        }
        return Long.toString(value);
    }
}
