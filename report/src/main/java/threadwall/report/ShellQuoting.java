package threadwall.report;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import threadwall.record.CommandLine;

/** Command lines as a shell takes them. */
public final class ShellQuoting {

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./:=,+%@-]+");

    private ShellQuoting() {}

    public static String line(CommandLine command) {
        return line(command.words());
    }

    /** A line that a shell reads as these words. */
    public static String line(List<String> words) {
        return words.stream()
                .map(word -> PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'")
                .collect(Collectors.joining(" "));
    }
}
