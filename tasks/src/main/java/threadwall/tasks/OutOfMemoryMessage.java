package threadwall.tasks;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import threadwall.doctor.ThreadLimitMonitor;
import threadwall.doctor.ThreadLimitMonitor.Found;
import threadwall.record.TaskRecord.Outcome;
import threadwall.record.TaskRecord.Point;

/**
 * A runtime that says that it has no memory left, in its own words.
 *
 * @param words the line
 * @param limit the runtime's own bound, when the words speak of one; else {@code null}
 */
record OutOfMemoryMessage(String words, String limit) {

    /**
     * A JVM that gets no thread calls that an OutOfMemoryError, too: "unable to create native thread: possibly out of memory
     * or process/resource limits reached".
     */
    private static final Pattern WORDS =
            Pattern.compile("(?i)out ?of ?memory(?!Error: unable to create| or process/resource limits)|\\bMemoryError"
                    + "|memory allocation of \\d+ bytes failed|cannot (re)?allocate (memory|\\d+ bytes)"
                    + "|insufficient memory for the Java Runtime");

    static Optional<OutOfMemoryMessage> in(ProgramExit ending) {
        return in(
                Stream.concat(ending.printed().stream(), ending.errors().stream())
                        .toList(),
                ending);
    }

    static Optional<OutOfMemoryMessage> in(List<String> lines, ProgramExit ending) {
        return lines.stream()
                .filter(line -> WORDS.matcher(line).find())
                .findFirst()
                .map(line -> new OutOfMemoryMessage(line.strip(), own(line, ending.command())));
    }

    private static String own(String words, List<String> command) {
        if (words.contains("Java heap space") || words.contains("GC overhead")) {
            return command.stream()
                    .filter(flag -> flag.startsWith("-Xmx"))
                    .reduce((first, last) -> last)
                    .orElse("-Xmx of the JVM, by default a quarter of the memory");
        }
        return words.contains("JavaScript heap") ? "--max-old-space-size of Node.js" : null;
    }

    /** Of a program that was ended before the machine had none left. */
    static TaskVerdict ofTheMachine(ProgramExit ending) {
        long most = ending.curve().stream().mapToLong(Point::rssBytes).max().orElse(0);
        return new TaskVerdict(
                Outcome.MEMORY,
                "ended by us at %,.1f GB, when the machine had less than %,.1f GB left"
                        .formatted(most / 1e9, MemoryReserve.bytes() / 1e9),
                ThreadLimitMonitor.MEMORY_OF_THE_MACHINE,
                List.of(
                        "without that Linux gives up all of its page cache first, and everything stands still for minutes"),
                null);
    }

    TaskVerdict judgement(Found found) {
        return new TaskVerdict(
                Outcome.MEMORY,
                "it says: " + words,
                limit != null ? limit : found.limit(),
                limit != null ? List.of("the runtime's own words: " + words) : found.because(),
                null);
    }
}
