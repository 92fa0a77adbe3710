package threadwall.tasks;

/** The checksum that every hash map program has to reach. */
final class HashmapChecksum {

    private HashmapChecksum() {}

    /**
     * The sum of {@code id XOR score} over all entries of all tasks, where entry i of task t has the id i and the score 31t +
     * i. It wraps at 64 bits; the result is the decimal text of the unsigned value. It takes about a nanosecond an entry.
     */
    static String of(int tasks, int entries) {
        long sum = 0;
        for (long task = 0; task < tasks; task++) {
            for (long i = 0; i < entries; i++) {
                sum += i ^ (task * 31 + i);
            }
        }
        return Long.toUnsignedString(sum);
    }
}
