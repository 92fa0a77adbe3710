package threadwall.resilience;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import threadwall.process.ChildProcess;

/**
 * The live objects of a JVM, by {@code jcmd PID GC.class_histogram}, which runs a full collection first.
 *
 * @param bytes of all of them
 * @param instances by class name as the JVM writes it
 */
record HeapHistogram(long bytes, Map<String, Long> instances) {

    private static final long TIMEOUT_SECONDS = 60;
    private static final Pattern ROW = Pattern.compile("\\s*\\d+:\\s+(\\d+)\\s+\\d+\\s+(\\S+).*");
    private static final Pattern TOTAL = Pattern.compile("Total\\s+\\d+\\s+(\\d+)\\s*");

    /**
     * Classes that represent a client or its request: Kilim's, by package; virtual threads, channels, and the tasks, fibers,
     * connections, deferred results and asynchronous contexts of servers.
     */
    private static final Pattern REQUEST = Pattern.compile(
            "kilim\\.(?!Scheduler|State$)[A-Z]\\w*"
                    + "|threadwall\\.(?:\\w+\\.)*\\w*(?:Task|Fiber|Connection|Timer)"
                    + "|java\\.lang\\.VirtualThread|sun\\.nio\\.ch\\.SocketChannelImpl|sun\\.nio\\.ch\\.NioSocketImpl"
                    + "|org\\.springframework\\.\\S*\\.DeferredResult|org\\.apache\\.\\S*\\.(?:AsyncContextImpl|NioEndpoint\\$NioSocketWrapper)");

    HeapHistogram {
        instances = Map.copyOf(instances);
    }

    /** Number of objects that represent a client or its request. */
    long requestObjects() {
        return ofRequests().instances.values().stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    /** Only the objects that represent a client or its request; the bytes remain those of all objects. */
    HeapHistogram ofRequests() {
        var some = new HashMap<>(instances);
        some.keySet().removeIf(name -> !REQUEST.matcher(name).matches());
        return new HeapHistogram(bytes, some);
    }

    /** Classes with more objects than before, largest growth first: {@code name +count}. */
    List<String> grownSince(HeapHistogram before) {
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
    static HeapHistogram of(long pid) throws IOException, InterruptedException {
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
        for (var line : (Iterable<String>) histogram.lines()::iterator) {
            var row = ROW.matcher(line);
            if (row.matches()) {
                instances.merge(row.group(2), Long.valueOf(row.group(1)), Long::sum);
            }
            var total = TOTAL.matcher(line);
            if (total.matches()) {
                return new HeapHistogram(Long.parseLong(total.group(1)), instances);
            }
        }
        throw new IOException("jcmd's class histogram ends without its total");
    }
}
