package threadwall.taskprograms.hashmap;

/**
 * The command-line arguments.
 *
 * @param variant one of {@link Variant#NAMES}
 * @param each number of tasks that arrive at a time
 * @param everyMillis interval between arrivals; 0 = all tasks arrive in one burst
 * @param work of each task
 */
record Arguments(String variant, int tasks, int each, int everyMillis, int workers, MapWork work) {
    private static final int MOST = 1_000_000_000;

    /** @throws IllegalArgumentException with what was given, and what is allowed */
    static Arguments parse(String[] words) {
        if (words.length != 6) {
            throw new IllegalArgumentException("there are " + words.length + " arguments; it must be six: one of "
                    + Variant.NAMES + ", TASKS, ENTRIES, ARRIVAL, WORKERS, KEYS");
        }
        if (!Variant.NAMES.contains(words[0])) {
            throw new IllegalArgumentException("the variant is '" + words[0] + "'; it must be one of " + Variant.NAMES);
        }
        int tasks = number("TASKS", words[1]);
        int entries = number("ENTRIES", words[2]);
        int each = 1;
        int everyMillis = 0;
        if (!words[3].equals("burst")) {
            int slash = words[3].indexOf('/');
            if (slash < 0) {
                throw new IllegalArgumentException(
                        "ARRIVAL is '" + words[3] + "'; it must be burst, or K/MS: K tasks every MS milliseconds");
            }
            each = number("K of ARRIVAL", words[3].substring(0, slash));
            everyMillis = number("MS of ARRIVAL", words[3].substring(slash + 1));
        }
        return new Arguments(words[0], tasks, each, everyMillis, number("WORKERS", words[4]), work(words[5], entries));
    }

    private static MapWork work(String keys, int entries) {
        return switch (keys) {
            case "numbers" -> task -> MapWork.numberKeys(task, entries);
            case "strings" -> task -> MapWork.stringKeys(task, entries);
            default -> throw new IllegalArgumentException("KEYS is '" + keys + "'; it must be numbers or strings");
        };
    }

    private static int number(String name, String word) {
        long value = isDigits(word) ? Long.parseLong(word) : 0;
        if (value < 1 || value > MOST) {
            throw new IllegalArgumentException(
                    name + " is '" + word + "'; it must be a whole number from 1 to " + MOST);
        }
        return (int) value;
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
