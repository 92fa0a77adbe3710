package threadwall.limits;

import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The values in the files of sysctl.d(5), by dotted name. {@code /etc/sysctl.conf} comes last, as in procps'
 * {@code sysctl --system}; systemd reads it where a link 99-sysctl.conf points to it.
 */
record SysctlFiles(Map<String, Entry> entries) {

    private static final List<String> FOLDERS =
            List.of("etc/sysctl.d", "run/sysctl.d", "usr/local/lib/sysctl.d", "usr/lib/sysctl.d", "lib/sysctl.d");

    private static final BigInteger LARGEST = BigInteger.valueOf(Long.MAX_VALUE);

    /** The last line for a name. */
    private record Entry(String file, String value) {}

    static SysctlFiles read(Path root) {
        Map<String, Entry> entries = new HashMap<>();
        List<String> files = new ArrayList<>(ConfigFiles.merged(root, FOLDERS, ".conf"));
        files.add("etc/sysctl.conf");
        for (String file : files) {
            String text = new SystemFiles(root).text(file);
            if (text != null) {
                text.lines().forEach(line -> add(entries, file, line.strip()));
            }
        }
        return new SysctlFiles(Map.copyOf(entries));
    }

    private static void add(Map<String, Entry> entries, String file, String line) {
        String[] sides = line.split("=", 2);
        if (sides.length == 2 && !line.startsWith("#") && !line.startsWith(";")) {
            // a leading "-" ignores errors; a name that contains a dot is written with slashes: "net/ipv4/x.y"
            String name = sides[0].strip().replaceFirst("^-", "");
            entries.put(name.replace('/', '.'), new Entry("/" + file, words(sides[1])));
        }
    }

    private static String words(String text) {
        return text.strip().replaceAll("\\s+", " ");
    }

    /** The text that the next boot sets; empty where no file has one for the name. */
    String afterBoot(String name) {
        Entry entry = entries.get(name);
        return entry == null ? "" : entry.value();
    }

    /** The numbers that the next boot sets; empty where no file has numbers for the name. */
    List<Long> numbersAfterBoot(String name) {
        String value = afterBoot(name);
        return value.matches("\\d+( \\d+)*")
                ? Arrays.stream(value.split(" "))
                        .map(number -> new BigInteger(number).min(LARGEST).longValueExact())
                        .toList()
                : List.of();
    }

    /** Where the value in force comes from, as far as files tell. */
    String setAt(String name, String inForce) {
        Entry entry = entries.get(name);
        if (entry == null) {
            return "set at run time, or the kernel's default";
        }
        return entry.value().equals(words(inForce))
                ? entry.file()
                : "set at run time; " + entry.file() + " says " + entry.value();
    }
}
