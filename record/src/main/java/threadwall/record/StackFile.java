package threadwall.record;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * {@code stacks.txt} in the folder of a profiled step: folded stacks, as flame graph tools read them. A line has the
 * thread's name, the calls from outermost to innermost, separated by semicolons, and the number of samples. Kernel
 * functions end in {@value #KERNEL}.
 */
public final class StackFile {

    public static final String NAME = "stacks.txt";

    public static final String KERNEL = "_[k]";

    private static final Pattern LINE = Pattern.compile("(.+) (\\d+)");

    private StackFile() {}

    /** Writes a step's file and replaces an older one. */
    public static void write(Path folder, Map<String, Long> stacks) throws IOException {
        var lines = stacks.entrySet().stream().map(stack -> stack.getKey() + " " + stack.getValue());
        Files.write(folder.resolve(NAME), (Iterable<String>) lines::iterator, StandardCharsets.UTF_8);
    }

    /** The stacks of a step; none without the file. A truncated line (power loss) is skipped. */
    public static Map<String, Long> read(Path folder) throws IOException {
        var stacks = new LinkedHashMap<String, Long>();
        var file = folder.resolve(NAME);
        if (Files.exists(file)) {
            for (var line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
                var stack = LINE.matcher(line);
                if (stack.matches()) {
                    stacks.merge(stack.group(1), Long.valueOf(stack.group(2)), Long::sum);
                }
            }
        }
        return stacks;
    }
}
