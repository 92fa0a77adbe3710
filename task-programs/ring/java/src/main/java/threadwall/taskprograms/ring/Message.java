package threadwall.taskprograms.ring;

/** The message of the ring. Whoever has it changes it: there is one at a time, and a channel publishes the change. */
final class Message {
    private static final long VALUES = 1L << 32;

    private long left;
    private long value;

    /** @param receipts how often it will be received */
    Message(long receipts) {
        left = receipts;
    }

    /** @return whether this was the last time */
    boolean receivedBy(int index) {
        value = (value * 31 + index) % VALUES;
        left--;
        return left == 0;
    }

    /** What all receivers made of it, below 2³². */
    long value() {
        return value;
    }
}
