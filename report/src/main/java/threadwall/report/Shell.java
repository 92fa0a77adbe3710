package threadwall.report;

import java.util.List;
import java.util.stream.Collectors;

/** Command lines as a shell takes them. */
public final class Shell {

    private Shell() {}

    /** A line that a shell reads as these words. */
    public static String line(List<String> words) {
        return words.stream()
                .map(word -> word.matches("[A-Za-z0-9_./:=,+%@-]+") ? word : "'" + word.replace("'", "'\\''") + "'")
                .collect(Collectors.joining(" "));
    }
}
