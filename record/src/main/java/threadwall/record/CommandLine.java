package threadwall.record;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;

/**
 * A command line, to be run or printed. No code parses it: its meaning is in the value that it was made from, such as
 * {@link ClientLoad}.
 *
 * @param words the program first; relative paths are below the project's root
 */
public record CommandLine(@JsonValue List<String> words) {

    @JsonCreator
    public CommandLine {
        words = List.copyOf(words);
    }

    public static CommandLine of(String... words) {
        return new CommandLine(List.of(words));
    }
}
