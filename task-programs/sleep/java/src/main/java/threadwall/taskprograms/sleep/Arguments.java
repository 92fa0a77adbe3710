package threadwall.taskprograms.sleep;

/**
 * The command-line arguments.
 *
 * @param kind one of {@link Sleepers#KINDS}
 * @param tasks at least 1
 * @param millis that each task sleeps, at least 0
 */
record Arguments(String kind, int tasks, long millis) {
    /** Upper limit of both numbers, as in the programs of the other runtimes. */
    private static final int MOST = 2_000_000_000;

    /** @throws IllegalArgumentException with what was given, and what is allowed */
    static Arguments parse(String[] words) {
        if (words.length != 3) {
            throw new IllegalArgumentException("there are " + words.length + " arguments; it must be three: one of "
                    + Sleepers.KINDS + ", N, MILLIS");
        }
        if (!Sleepers.KINDS.contains(words[0])) {
            throw new IllegalArgumentException("the kind is '" + words[0] + "'; it must be one of " + Sleepers.KINDS);
        }
        return new Arguments(words[0], (int) number("N", words[1], 1, MOST), number("MILLIS", words[2], 0, MOST));
    }

    private static long number(String name, String word, long least, long most) {
        long value = isDigits(word) ? Long.parseLong(word) : -1;
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    name + " is '" + word + "'; it must be a whole number from " + least + " to " + most);
        }
        return value;
    }

    /** Digits only, and not more than a long can hold. */
    private static boolean isDigits(String word) {
        for (int i = 0; i < word.length(); i++) {
            if (word.charAt(i) < '0' || word.charAt(i) > '9') {
                return false;
            }
        }
        return !word.isEmpty() && word.length() <= 18;
    }
}
