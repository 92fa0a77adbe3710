package threadwall.loadgen.testbed;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A module's jar in a JVM of its own. All JVMs get the same but for their tuning: {@value #HEAP} of heap, G1 unless a
 * benchmark asks for another collector, and a GC log in the step's folder.
 *
 * @param model the first of the server's options, where a jar has several servers in it
 * @param tuning JVM flags of its own
 */
record JarLaunch(String program, List<String> model, List<String> tuning) implements ServerLaunch {

    private static final String HEAP = "-Xmx4g";

    private static final String GC_LOG = "-Xlog:gc:file=";

    /** The time by the clock, so that a pause can be placed among what was seen from outside; the JVM's own for a reader. */
    private static final String GC_DECORATIONS = ":utctime,uptime";

    /** Of one of our servers. */
    static JarLaunch of(String module, String... model) {
        return new JarLaunch("%s/target/%s.jar".formatted(module, module), List.of(model), List.of());
    }

    /** Of a peer, by the name of its folder. */
    static JarLaunch peer(String name) {
        return new JarLaunch("peers/%s/target/peer-%s.jar".formatted(name, name), List.of(), List.of());
    }

    JarLaunch tuned(List<String> flags) {
        return new JarLaunch(program, model, flags);
    }

    @Override
    public List<String> command(ServerCatalog.Collector collector, String gcLog, List<String> options) {
        var line = new ArrayList<>(List.of("java", HEAP, collector.flag(), "--sun-misc-unsafe-memory-access=allow"));
        line.addAll(tuning);
        if (gcLog != null) {
            // -Xlog parts its options by colons and commas; quotes keep a folder's own
            var file = gcLog.matches("[\\w./-]+") ? gcLog : '"' + gcLog + '"';
            line.add(GC_LOG + file + GC_DECORATIONS);
        }
        line.add("-jar");
        line.add(program);
        line.addAll(model);
        line.addAll(options);
        return List.copyOf(line);
    }

    @Override
    public boolean isRunBy(List<String> line) {
        int jar = line.indexOf("-jar") + 1;
        if (jar == 0
                || jar == line.size()
                || !ServerLaunch.fileName(line.getFirst()).equals("java")) {
            return false; // a supervisor has all of the line, too, behind a name of its own
        }
        var options = line.subList(jar + 1, line.size());
        return ServerLaunch.fileName(line.get(jar)).equals(ServerLaunch.fileName(program))
                && (Collections.indexOfSubList(options, model) >= 0 || options.contains(String.join("=", model)));
    }
}
