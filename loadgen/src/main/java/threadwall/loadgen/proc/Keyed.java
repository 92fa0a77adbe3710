package threadwall.loadgen.proc;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import threadwall.limits.Readings;

/** Lines "Name: 123 kB" of a file below {@code /proc}; the first number of each. */
public record Keyed(Map<String, Long> values) {

    /** Reads such a file; empty when it cannot be read, so that each of its values is null. */
    public static Keyed read(Path file) {
        Keyed read = new Readings(file.getParent()).value(file.getFileName().toString(), Keyed::parse);
        return read == null ? new Keyed(Map.of()) : read;
    }

    static Keyed parse(String text) {
        Map<String, Long> values = new HashMap<>();
        text.lines().forEach(line -> {
            String[] words = line.split(":?\\s+", 3);
            if (words.length >= 2 && words[1].matches("\\d+")) {
                values.put(words[0], Long.valueOf(words[1]));
            }
        });
        return new Keyed(values);
    }

    /** The number, or null. */
    public Long number(String name) {
        return values.get(name);
    }

    /** A number in kB, in bytes, or null. */
    public Long kilobytes(String name) {
        Long number = values.get(name);
        return number == null ? null : number * 1024;
    }
}
