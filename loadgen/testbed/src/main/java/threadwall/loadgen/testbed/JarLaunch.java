package threadwall.loadgen.testbed;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A module's jar in its own JVM. All JVMs get the same options apart from their tuning: a heap of {@link #HEAP_BYTES}, or
 * three quarters of the memory that is given, G1 unless a benchmark requests another collector, and a GC log in the step's folder.
 *
 * @param model the first of the server's options, where a jar contains several servers
 * @param tuning JVM flags for this server
 */
record JarLaunch(String program, List<String> model, List<String> tuning) implements ServerLaunch {

    /** By default. Tomcat gets more for many requests at once ({@link ServerCatalog#memoryFor}). */
    static final long HEAP_BYTES = 4L << 30;

    private static final String GC_LOG = "-Xlog:gc:file=";

    /** The wall-clock time relates a pause to other measurements; the JVM's uptime is for the reader. */
    private static final String GC_DECORATIONS = ":utctime,uptime";

    /** For one of our servers. */
    static JarLaunch of(String module, String... model) {
        return new JarLaunch("%s/target/%s.jar".formatted(module, module), List.of(model), List.of());
    }

    /** For a peer, by the name of its folder. */
    static JarLaunch peer(String name) {
        return new JarLaunch("peers/%s/target/peer-%s.jar".formatted(name, name), List.of(), List.of());
    }

    JarLaunch tuned(List<String> flags) {
        return new JarLaunch(program, model, flags);
    }

    @Override
    public List<String> command(
            ServerCatalog.Collector collector, Long memoryBytes, String gcLog, List<String> options) {
        var line = new ArrayList<>(
                List.of("java", heap(memoryBytes), collector.flag(), "--sun-misc-unsafe-memory-access=deny"));
        line.addAll(tuning);
        if (gcLog != null) {
            // -Xlog separates its options by colons and commas; quotes protect those in a folder's name
            var file = gcLog.matches("[\\w./-]+") ? gcLog : '"' + gcLog + '"';
            line.add(GC_LOG + file + GC_DECORATIONS);
        }
        line.add("-jar");
        line.add(program);
        line.addAll(model);
        line.addAll(options);
        return List.copyOf(line);
    }

    /** A quarter of limited memory is left for threads, code and buffers, as is usual in containers. */
    private static String heap(Long memoryBytes) {
        return memoryBytes == null
                ? "-Xmx%dg".formatted(HEAP_BYTES >> 30)
                : "-Xmx%dm".formatted(memoryBytes / 4 * 3 >> 20);
    }

    /** So much that {@link #heap} is this one. */
    static long memoryWithHeap(long heapBytes) {
        return Math.ceilDiv(heapBytes, 3) * 4;
    }

    @Override
    public boolean isRunBy(List<String> line) {
        int jar = line.indexOf("-jar") + 1;
        if (jar == 0
                || jar == line.size()
                || !ServerLaunch.fileName(line.getFirst()).equals("java")) {
            return false; // a supervisor's command line ends with the same words, but starts with another program
        }
        var options = line.subList(jar + 1, line.size());
        return ServerLaunch.fileName(line.get(jar)).equals(ServerLaunch.fileName(program))
                && (Collections.indexOfSubList(options, model) >= 0 || options.contains(String.join("=", model)));
    }
}
