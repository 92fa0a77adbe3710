package threadwall.loadgen.plan;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import threadwall.record.StepPlan;

/**
 * The servers that threadwall can start, and every flag that they are started with.
 *
 * <p>All JVMs get the same but for {@link #tuning}: {@value #HEAP} of heap, G1 unless a benchmark asks for another collector,
 * and a GC log in the step's folder. All ask for an accept queue of 65,535 (the kernel caps it at {@code net.core.somaxconn}) and none has a
 * connection limit below its descriptors.
 */
public enum Servers {
    SPRING_BLOCKING("spring-blocking", "server-spring", List.of("--model", "blocking"), Store.POSTGRES, true),
    SPRING_VIRTUAL("spring-virtual", "server-spring", List.of("--model", "virtual"), Store.POSTGRES, false),
    SPRING_DEFERRED("spring-deferred", "server-spring", List.of("--model", "deferred"), Store.EMBEDDED, false),
    KILIM("kilim", "server-kilim", List.of(), Store.EMBEDDED, false) {
        @Override
        List<String> tuning() {
            return FIBERS_YOUNG_GENERATION;
        }
    },
    /** The same fibers on the portable transport. */
    KILIM_NIO("kilim-nio", "server-kilim", List.of("--transport", "nio"), Store.EMBEDDED, false) {
        @Override
        public String identity() {
            return KILIM.identity();
        }

        @Override
        List<String> tuning() {
            return KILIM.tuning();
        }
    },
    /** A peer: plain sockets, a virtual thread a connection. */
    VIRTUAL_THREADS("virtual-threads", "peers/virtual", List.of(), Store.NONE, false) {
        @Override
        public String program() {
            return "peers/virtual/target/peer-virtual.jar";
        }
    },
    /** A peer: epoll in C, what a request costs at least. */
    C_EPOLL("c-epoll", "peers/c", List.of(), Store.NONE, false) {
        @Override
        public String program() {
            return "peers/c/target/epoll";
        }

        @Override
        public boolean jvm() {
            return false;
        }

        @Override
        public List<String> command(Collector collector, String gcLog, List<String> options) {
            return Stream.concat(Stream.of(program()), options.stream()).toList();
        }
    };

    /** Where {@code /fortunes} comes from. */
    public enum Store {
        POSTGRES,
        EMBEDDED,
        /** A peer has none, and no such route. */
        NONE
    }

    /** A JVM's garbage collector. */
    public enum Collector {
        SERIAL("-XX:+UseSerialGC"),
        G1("-XX:+UseG1GC");

        private final String flag;

        Collector(String flag) {
            this.flag = flag;
        }

        /** As options have it. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Stands in a planned command for the URL of PostgreSQL, which is known only once the sweep has started one, or has a
     * password in it: plans are printed and records are meant to be shared.
     */
    public static final String POSTGRES_URL = "{postgres}";

    private static final String HEAP = "-Xmx4g";

    private static final String GC_LOG = "-Xlog:gc:file=";

    /** The time by the clock, so that a pause can be placed among what was seen from outside; the JVM's own for a reader. */
    private static final String GC_DECORATIONS = ":utctime,uptime";

    /**
     * A request of a fiber leaves 300 to 400 bytes of garbage, so the JVM's own choice, 128 MB here, is memory that is
     * touched for nothing. docs/architecture.md has what was measured.
     */
    private static final List<String> FIBERS_YOUNG_GENERATION = List.of("-Xmn64m");

    private final String label;
    private final String module;
    private final List<String> model;
    private final Store store;
    private final boolean threadPerRequest;

    Servers(String label, String module, List<String> model, Store store, boolean threadPerRequest) {
        this.label = label;
        this.module = module;
        this.model = model;
        this.store = store;
        this.threadPerRequest = threadPerRequest;
    }

    public String label() {
        return label;
    }

    public Store store() {
        return store;
    }

    /** Whether a request holds a platform thread, so that {@code --workers} follows the concurrency. */
    public boolean threadPerRequest() {
        return threadPerRequest;
    }

    /** What {@code /health} and READY call it: a variant answers by the name of its server. */
    public String identity() {
        return label;
    }

    /** Its folder below the project's root. */
    public String module() {
        return module;
    }

    /** Path of what is run, below the project's root: the module's jar, or a native program. */
    public String program() {
        return module + "/target/" + module + ".jar";
    }

    public boolean jvm() {
        return true;
    }

    /** Whether it answers HTTP/1.0, which is what {@code ab} speaks. */
    public boolean http10() {
        return true;
    }

    /** JVM flags of its own. */
    List<String> tuning() {
        return List.of();
    }

    /** The line that starts it as it ships. */
    public final List<String> command(String gcLog, List<String> options) {
        return command(Collector.G1, gcLog, options);
    }

    /**
     * The line that starts it.
     *
     * @param collector of a JVM
     * @param gcLog file for the JVM's GC log; {@code null} for none
     * @param options the server's own options, as {@code ./threadwall serve} takes them
     */
    public List<String> command(Collector collector, String gcLog, List<String> options) {
        var line = new ArrayList<>(List.of("java", HEAP, collector.flag, "--sun-misc-unsafe-memory-access=allow"));
        line.addAll(tuning());
        if (gcLog != null) {
            // -Xlog parts its options by colons and commas; quotes keep a folder's own
            var file = gcLog.matches("[\\w./-]+") ? gcLog : '"' + gcLog + '"';
            line.add(GC_LOG + file + GC_DECORATIONS);
        }
        line.add("-jar");
        line.add(program());
        line.addAll(model);
        line.addAll(options);
        return List.copyOf(line);
    }

    /**
     * Which of ours a process runs, by its command line. Where several share a jar, that which more of the line tells.
     *
     * @param line its arguments, the program first
     */
    public static Optional<Servers> running(List<String> line) {
        return Stream.of(values())
                .filter(server -> server.isRunBy(line))
                .max(Comparator.comparingInt(server -> server.model.size()));
    }

    private boolean isRunBy(List<String> line) {
        if (line.isEmpty()) {
            return false;
        }
        if (!jvm()) {
            return ("/" + line.getFirst()).endsWith("/" + program());
        }
        int jar = line.indexOf("-jar") + 1;
        if (jar == 0 || jar == line.size() || !fileName(line.getFirst()).equals("java")) {
            return false; // a supervisor has all of the line, too, behind a name of its own
        }
        var options = line.subList(jar + 1, line.size());
        return fileName(line.get(jar)).equals(fileName(program()))
                && (Collections.indexOfSubList(options, model) >= 0 || options.contains(String.join("=", model)));
    }

    private static String fileName(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /** The GC log that a line made by {@link #command} has the JVM write; empty when it is another's, or has none. */
    public static Optional<String> gcLog(List<String> command) {
        return command.stream()
                .filter(word -> word.startsWith(GC_LOG) && word.endsWith(GC_DECORATIONS))
                .map(word -> word.substring(GC_LOG.length(), word.length() - GC_DECORATIONS.length()))
                .map(file -> file.startsWith("\"") ? file.substring(1, file.length() - 1) : file)
                .findFirst();
    }

    /** @throws Refused (usage) for a name that is none of ours */
    public static Servers named(String name) throws Refused {
        return find(name).orElseThrow(() -> Refused.usage("no server '%s'; there are %s", name, names()));
    }

    public static Optional<Servers> find(String name) {
        return Stream.of(values()).filter(server -> server.label.equals(name)).findFirst();
    }

    public static String names() {
        return List.of(values()).stream().map(Servers::label).collect(Collectors.joining(", "));
    }

    /** Whether a step starts a server that is to be told {@link #POSTGRES_URL}. */
    public static boolean usesPostgres(StepPlan step) {
        return step.shards().stream().anyMatch(shard -> shard.command().contains(POSTGRES_URL));
    }
}
