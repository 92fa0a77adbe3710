package threadwall.taskprograms.ring;

import java.util.List;

/**
 * The command-line arguments.
 *
 * @param kind one of {@link #KINDS}
 * @param tasks in the ring, at least 2
 * @param seconds for which messages are counted
 * @param workers threads that run virtual threads or fibers; platform threads have no use for it
 */
record Arguments(String kind, int tasks, int seconds, int workers) {
    static final List<String> KINDS = List.of("threads", "virtual", "kilim");

    /** Upper limit of all numbers, as in the programs of the other runtimes. */
    private static final int MOST = 2_000_000_000;

    /** @throws IllegalArgumentException with what was given, and what is allowed */
    static Arguments parse(String[] words) {
        if (words.length != 4) {
            throw new IllegalArgumentException("there are " + words.length + " arguments; it must be four: one of "
                    + KINDS + ", N, SECONDS, WORKERS");
        }
        if (!KINDS.contains(words[0])) {
            throw new IllegalArgumentException("the kind is '" + words[0] + "'; it must be one of " + KINDS);
        }
        return new Arguments(
                words[0], number("N", words[1], 2), number("SECONDS", words[2], 1), number("WORKERS", words[3], 1));
    }

    /** ASCII digits alone: parseInt would also take '+7', and other scripts' digits. */
    private static int number(String name, String word, int least) {
        long value = word.matches("[0-9]{1,10}") ? Long.parseLong(word) : -1;
        if (value < least || value > MOST) {
            throw new IllegalArgumentException(
                    name + " is '" + word + "'; it must be a whole number from " + least + " to " + MOST);
        }
        return (int) value;
    }
}
