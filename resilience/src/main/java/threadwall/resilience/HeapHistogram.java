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
 * The objects of a JVM that a full collection leaves, by {@code jcmd PID GC.class_histogram}, which makes one.
 *
 * @param bytes of all of them
 * @param instances by class, as the JVM writes its name
 */
record HeapHistogram(long bytes, Map<String, Long> instances) {

    private static final long BOUND_SECONDS = 60;
    private static final Pattern ROW = Pattern.compile("\\s*\\d+:\\s+(\\d+)\\s+\\d+\\s+(\\S+).*");
    private static final Pattern TOTAL = Pattern.compile("Total\\s+\\d+\\s+(\\d+)\\s*");

    /**
     * Classes that stand for a client or its request: Kilim's, by package; threads, channels and whatever a server
     * calls a task, a fiber, a connection, a deferred result or an asynchronous context.
     */
    private static final Pattern REQUEST = Pattern.compile(
            "kilim\\.(?!Scheduler|State$)[A-Z]\\w*"
                    + "|threadwall\\.(?:\\w+\\.)*\\w*(?:Task|Fiber|Connection|Timer)"
                    + "|java\\.lang\\.VirtualThread|sun\\.nio\\.ch\\.SocketChannelImpl|sun\\.nio\\.ch\\.NioSocketImpl"
                    + "|org\\.springframework\\.\\S*\\.DeferredResult|org\\.apache\\.\\S*\\.(?:AsyncContextImpl|NioEndpoint\\$NioSocketWrapper)");

    HeapHistogram {
        instances = Map.copyOf(instances);
    }

    /** How many stand for a client or its request. */
    long requestObjects() {
        return ofRequests().instances.values().stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    /** Those that do, by class; the bytes are still those of all. */
    HeapHistogram ofRequests() {
        var some = new HashMap<>(instances);
        some.keySet().removeIf(name -> !REQUEST.matcher(name).matches());
        return new HeapHistogram(bytes, some);
    }

    /** Classes of which there are more than there were, the most first: {@code name +count}. */
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
     * Counts those of another JVM: one that asks itself writes at a safepoint what it would have to read then.
     *
     * @throws IOException when jcmd is not there, or the process does not answer it
     */
    static HeapHistogram of(long pid) throws IOException, InterruptedException {
        var jcmd = Path.of(ChildProcess.javaCommand()).resolveSibling("jcmd");
        var process = new ProcessBuilder(jcmd.toString(), Long.toString(pid), "GC.class_histogram")
                .redirectErrorStream(true)
                .start();
        String said;
        try (var bound = new Bound(process)) {
            said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
        if (process.waitFor() != 0) {
            throw new IOException("jcmd could not count the live objects of process %d within %d s: %s"
                    .formatted(
                            pid, BOUND_SECONDS, said.strip().lines().findFirst().orElse("it said nothing")));
        }
        return parse(said);
    }

    /** Ends a jcmd that waits for a JVM that hangs. */
    private record Bound(Process process, Thread watcher) implements AutoCloseable {

        Bound(Process process) {
            this(process, Thread.startVirtualThread(() -> {
                try {
                    if (!process.waitFor(BOUND_SECONDS, TimeUnit.SECONDS)) {
                        process.destroyForcibly();
                    }
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt(); // it was read to its end
                }
            }));
        }

        @Override
        public void close() {
            watcher.interrupt();
        }
    }

    /** @throws IOException for a text without its last line, the total */
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
