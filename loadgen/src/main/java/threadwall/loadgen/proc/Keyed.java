package threadwall.loadgen.proc;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import threadwall.limits.Readings;

/** Lines "Name: 123 kB" of a file below {@code /proc}; the first number of each. */
public record Keyed(Map<String, Long> values) {

    private static final Pattern LINE = Pattern.compile("([^\\s:]+):?\\s+(\\d+)(?:\\s.*)?");

    /** Reads such a file; empty when it cannot be read, so that each of its values is null. */
    public static Keyed read(Path file) {
        Keyed read = new Readings(file.getParent()).value(file.getFileName().toString(), Keyed::parse);
        return read == null ? new Keyed(Map.of()) : read;
    }

    static Keyed parse(String text) {
        Map<String, Long> values = new HashMap<>();
        var line = LINE.matcher("");
        text.lines().forEach(each -> {
            if (line.reset(each).matches()) {
                values.put(line.group(1), Long.valueOf(line.group(2)));
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
