package threadwall.record;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * {@code stacks.txt} in the folder of a step that was profiled: a stack a line and how often it was seen, the thread's name
 * first and the innermost call last, with semicolons between, as tools that draw flames read them. Calls into the kernel end
 * in {@value #KERNEL}.
 */
public final class StackFile {

    public static final String NAME = "stacks.txt";

    public static final String KERNEL = "_[k]";

    private static final Pattern LINE = Pattern.compile("(.+) (\\d+)");

    private StackFile() {}

    /** Writes the file of a step anew. */
    public static void write(Path folder, Map<String, Long> stacks) throws IOException {
        var lines = stacks.entrySet().stream().map(stack -> stack.getKey() + " " + stack.getValue());
        Files.write(folder.resolve(NAME), (Iterable<String>) lines::iterator, StandardCharsets.UTF_8);
    }

    /** The stacks of a step; none when there is no such file. A line that is cut (power loss) is passed over. */
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
