package threadwall.tasks;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A runtime's message that it has no memory left.
 *
 * @param limit the runtime's own limit, when the message is about that; else {@code null}
 */
record OutOfMemoryMessage(String line, String limit) {

    /**
     * A JVM that gets no thread calls that an OutOfMemoryError, too: "unable to create native thread: possibly out of memory
     * or process/resource limits reached".
     */
    private static final Pattern MESSAGE =
            Pattern.compile("(?i)out ?of ?memory(?!Error: unable to create| or process/resource limits)|\\bMemoryError"
                    + "|memory allocation of \\d+ bytes failed|cannot (re)?allocate (memory|\\d+ bytes)"
                    + "|insufficient memory for the Java Runtime");

    /** @param command of the program, whose flags may set its limit */
    static Optional<OutOfMemoryMessage> in(List<String> lines, List<String> command) {
        return lines.stream()
                .filter(line -> MESSAGE.matcher(line).find())
                .findFirst()
                .map(line -> new OutOfMemoryMessage(line.strip(), limit(line, command)));
    }

    private static String limit(String line, List<String> command) {
        if (line.contains("Java heap space") || line.contains("GC overhead")) {
            return command.stream()
                    .filter(flag -> flag.startsWith("-Xmx"))
                    .reduce((first, last) -> last)
                    .orElse("-Xmx of the JVM, by default a quarter of the memory");
        }
        return line.contains("JavaScript heap") ? "--max-old-space-size of Node.js" : null;
    }
}
