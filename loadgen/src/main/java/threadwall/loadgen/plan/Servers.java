package threadwall.loadgen.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The servers that threadwall can start, and every flag that they are started with.
 *
 * <p>All of them get the same JVM: {@value #HEAP} of heap, G1, and a GC log in the step's folder. All ask for an accept
 * queue of 65,535 (the kernel caps it at {@code net.core.somaxconn}) and none has a connection limit below its
 * descriptors.
 */
public enum Servers {
    SPRING_BLOCKING("spring-blocking", "server-spring", List.of("--model", "blocking"), Store.POSTGRES, true),
    SPRING_VIRTUAL("spring-virtual", "server-spring", List.of("--model", "virtual"), Store.POSTGRES, false),
    SPRING_DEFERRED("spring-deferred", "server-spring", List.of("--model", "deferred"), Store.EMBEDDED, false),
    KILIM("kilim", "server-kilim", List.of(), Store.EMBEDDED, false);

    /** Where {@code /fortunes} comes from. */
    public enum Store {
        POSTGRES,
        EMBEDDED
    }

    /**
     * Stands in a planned command for the URL of PostgreSQL, which is known only once the sweep has started one, or has a
     * password in it: plans are printed and records are meant to be shared.
     */
    public static final String POSTGRES_URL = "{postgres}";

    private static final String HEAP = "-Xmx4g";

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

    /** Path of the module's jar below the project's root. */
    public String jar() {
        return module + "/target/" + module + ".jar";
    }

    /**
     * The line that starts it.
     *
     * @param gcLog file for the JVM's GC log; {@code null} for none
     * @param options the server's own options, as {@code ./threadwall serve} takes them
     */
    public List<String> command(String gcLog, List<String> options) {
        var line = new ArrayList<>(List.of("java", HEAP, "-XX:+UseG1GC", "--sun-misc-unsafe-memory-access=allow"));
        if (gcLog != null) {
            // -Xlog parts its options by colons and commas; quotes keep a folder's own
            line.add("-Xlog:gc:file=" + (gcLog.matches("[\\w./-]+") ? gcLog : '"' + gcLog + '"'));
        }
        line.add("-jar");
        line.add(jar());
        line.addAll(model);
        line.addAll(options);
        return List.copyOf(line);
    }

    /** @throws Refused (usage) for a name that is none of ours */
    public static Servers named(String name) throws Refused {
        for (var server : values()) {
            if (server.label.equals(name)) {
                return server;
            }
        }
        throw Refused.usage("no server '%s'; there are %s", name, names());
    }

    public static String names() {
        return List.of(values()).stream().map(Servers::label).collect(Collectors.joining(", "));
    }
}
