package threadwall.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * The live objects of a JVM, by {@code jcmd PID GC.class_histogram}, which runs a full collection first.
 *
 * @param bytes of all of them
 * @param instances by class name as the JVM writes it
 */
public record HeapHistogram(long bytes, Map<String, Long> instances) {

    /** Long enough for a million objects on a slow machine. */
    private static final long TIMEOUT_SECONDS = 120;

    /** Columns: number, objects, bytes, class. */
    private static final Pattern ROW = Pattern.compile("\\s*\\d+:\\s+(\\d+)\\s+(\\d+)\\s+(\\S+).*");

    private static final Pattern TOTAL = Pattern.compile("Total\\s+\\d+\\s+(\\d+)\\s*");

    /** Dead space that a collection leaves between objects: the JVM lists it as objects of these classes. */
    private static final Set<String> FILLERS =
            Set.of("jdk.internal.vm.FillerObject", "[Ljdk.internal.vm.FillerElement;");

    public HeapHistogram {
        instances = Map.copyOf(instances);
    }

    /** How many objects there are. */
    public long objects() {
        return instances.values().stream().mapToLong(Long::longValue).sum();
    }

    /** The objects of these classes alone; the bytes remain those of all objects. */
    public HeapHistogram only(Pattern classes) {
        var some = new HashMap<>(instances);
        some.keySet().removeIf(name -> !classes.matcher(name).matches());
        return new HeapHistogram(bytes, some);
    }

    /** Classes with more objects than before, largest growth first: {@code name +count}. */
    public List<String> grownSince(HeapHistogram before) {
        return instances.entrySet().stream()
                .map(entry ->
                        Map.entry(entry.getKey(), entry.getValue() - before.instances.getOrDefault(entry.getKey(), 0L)))
                .filter(entry -> entry.getValue() > 0)
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey()))
                .map(entry -> "%s +%,d".formatted(entry.getKey(), entry.getValue()))
                .toList();
    }

    /**
     * Counts the objects of another JVM. A JVM cannot read its own: it writes at a safepoint, where nothing reads.
     *
     * @throws IOException when jcmd is missing, or the process does not answer it
     */
    public static HeapHistogram of(long pid) throws IOException, InterruptedException {
        var jcmd = Path.of(ChildProcess.javaCommand()).resolveSibling("jcmd");
        var process = new ProcessBuilder(jcmd.toString(), Long.toString(pid), "GC.class_histogram")
                .redirectErrorStream(true)
                .start();
        String output;
        try (var timeout = new Timeout(process)) {
            output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
        if (process.waitFor() != 0) {
            throw new IOException("jcmd could not count the live objects of process %d within %d s: %s"
                    .formatted(
                            pid,
                            TIMEOUT_SECONDS,
                            output.strip().lines().findFirst().orElse("it printed nothing")));
        }
        return parse(output);
    }

    /** Kills a jcmd that waits for a hung JVM. */
    private record Timeout(Process process, Thread watcher) implements AutoCloseable {

        Timeout(Process process) {
            this(process, Thread.startVirtualThread(() -> {
                try {
                    if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                        process.destroyForcibly();
                    }
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt(); // jcmd has ended
                }
            }));
        }

        @Override
        public void close() {
            watcher.interrupt();
        }
    }

    /** @throws IOException when the last line, the total, is missing */
    static HeapHistogram parse(String histogram) throws IOException {
        var instances = new HashMap<String, Long>();
        long dead = 0;
        for (var line : (Iterable<String>) histogram.lines()::iterator) {
            var row = ROW.matcher(line);
            if (row.matches()) {
                if (FILLERS.contains(row.group(3))) {
                    dead += Long.parseLong(row.group(2));
                } else {
                    instances.merge(row.group(3), Long.valueOf(row.group(1)), Long::sum);
                }
            }
            var total = TOTAL.matcher(line);
            if (total.matches()) {
                return new HeapHistogram(Long.parseLong(total.group(1)) - dead, instances);
            }
        }
        throw new IOException("jcmd's class histogram ends without its total");
    }
}
