package threadwall.loadgen.testbed;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import threadwall.loadgen.engine.LoadEngine;
import threadwall.loadgen.http.RequestRoute;
import threadwall.process.PreconditionException;
import threadwall.record.StepPlan;

/**
 * The servers that threadwall can start: its own, and the peers to compare them with.
 *
 * <p>{@link ServerLaunch} describes how each is started. All request an accept queue of 65,535 (the kernel caps it at
 * {@code net.core.somaxconn}), and none limits connections below its descriptor limit.
 */
public enum ServerCatalog {
    SPRING_BLOCKING("spring-blocking", JarLaunch.of("server-spring", "--model", "blocking"), StoreKind.POSTGRES),
    SPRING_VIRTUAL("spring-virtual", JarLaunch.of("server-spring", "--model", "virtual"), StoreKind.POSTGRES),
    SPRING_DEFERRED(
            "spring-deferred",
            JarLaunch.of("server-spring", "--model", "deferred"),
            StoreKind.EMBEDDED,
            StoreKind.POSTGRES),
    KILIM("kilim", JarLaunch.of("server-kilim").tuned(Tuning.FIBERS), StoreKind.EMBEDDED, StoreKind.POSTGRES),
    /** The same server on io_uring. */
    KILIM_URING(
            "kilim-uring",
            JarLaunch.of("server-kilim", "--transport", "uring").tuned(Tuning.FIBERS),
            StoreKind.EMBEDDED,
            StoreKind.POSTGRES),
    /** The same server on the portable transport. */
    KILIM_NIO(
            "kilim-nio",
            JarLaunch.of("server-kilim", "--transport", "nio").tuned(Tuning.FIBERS),
            StoreKind.EMBEDDED,
            StoreKind.POSTGRES),
    /** A peer: plain sockets, one virtual thread per connection. */
    VIRTUAL_THREADS("virtual-threads", JarLaunch.peer("virtual")),
    VERTX("vertx", JarLaunch.peer("vertx")),
    UNDERTOW("undertow", JarLaunch.peer("undertow")),
    HELIDON("helidon", JarLaunch.peer("helidon")),
    WEBFLUX("webflux", JarLaunch.peer("webflux")),
    /** A peer: epoll in C, a lower bound for the cost of a request. */
    C_EPOLL("c-epoll", new NativeLaunch(null, "peers/c/target/epoll", "peers/c/build.sh")),
    /** The same program on io_uring. */
    C_URING("c-uring", new NativeLaunch(null, "peers/c/target/uring", "peers/c/build.sh")),
    GO("go", new NativeLaunch(null, "peers/go/target/server", "peers/build.sh go")),
    AXUM("axum", new NativeLaunch(null, "peers/axum/target/release/server", "peers/build.sh axum")),
    NODE("node", new NativeLaunch("node", "peers/node/server.mjs", "peers/build.sh node"), StoreKind.POSTGRES),
    DOTNET("dotnet", new NativeLaunch("dotnet", "peers/dotnet/target/server/server.dll", "peers/build.sh dotnet")),
    /** A peer: plain sockets on .NET's thread pool, on a runtime that {@code task-programs/dotnet.sh} downloads. */
    DOTNET_SOCKETS_3("dotnet-sockets-3.1", NativeLaunch.withoutSdk("3.1")),
    DOTNET_SOCKETS_8("dotnet-sockets-8", NativeLaunch.withoutSdk("8")),
    /**
     * A peer: the response to {@code /json} is part of its configuration, a lower bound for a response that is not
     * computed.
     */
    NGINX("nginx", new NativeLaunch("bash", "peers/nginx/serve.sh", "peers/build.sh nginx"));

    private static final long TOMCAT_BYTES_PER_CONNECTION = 128 * 1024;

    /** Heap for Spring itself and for garbage. */
    private static final long HEAP_WITHOUT_CONNECTIONS = 1L << 30;

    /** A JVM's garbage collector. */
    public enum Collector {
        SERIAL("-XX:+UseSerialGC"),
        G1("-XX:+UseG1GC");

        private final String flag;

        Collector(String flag) {
            this.flag = flag;
        }

        String flag() {
            return flag;
        }

        /** The name used in options. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** In a class of its own, because enum constants are initialised before the enum's other static fields. */
    private static final class Tuning {
        /**
         * A fiber's request leaves 300 to 400 bytes of garbage. The JVM's default young generation, 128 MB here, would
         * touch more memory than that needs. docs/internals/architecture.md has the measurements.
         */
        private static final List<String> FIBERS = List.of("-Xmn64m");
    }

    /**
     * The environment variable that passes the PostgreSQL URL to a server. The URL is not part of a command line: it is
     * known only once the sweep has started a PostgreSQL, and may contain a password, while plans and records are
     * shared.
     */
    public static final String POSTGRES_VARIABLE = "THREADWALL_POSTGRES";

    private final String label;
    private final ServerLaunch launch;
    private final List<StoreKind> stores;

    ServerCatalog(String label, ServerLaunch launch, StoreKind... stores) {
        this.label = label;
        this.launch = launch;
        this.stores = List.of(stores);
    }

    public String label() {
        return label;
    }

    /** The stores it supports; the first is its default. */
    public List<StoreKind> stores() {
        return stores;
    }

    /**
     * Whether it has a store when it is started without store options, or with the PostgreSQL that it requires. A peer
     * without a store has the data routes only if it is given a PostgreSQL.
     */
    public boolean hasStore() {
        return !stores.isEmpty() && this != NODE;
    }

    /** Whether a request occupies a platform thread, so that {@code --workers} follows the concurrency. */
    public boolean threadPerRequest() {
        return this == SPRING_BLOCKING;
    }

    /**
     * Bytes of heap that it may keep after so many connections at once have closed, to use them again. Tomcat keeps a
     * processor for each, with its request and response ({@code server.tomcat.processor-cache}, unlimited here), and
     * the channels of some, with their buffers ({@code bufferPool} in org.apache.tomcat.util.net.SocketProperties: for
     * a 32nd of the heap): about 100 kB for each.
     */
    public long pooledBytes(long connections) {
        return pooledObjects(connections) * TOMCAT_BYTES_PER_CONNECTION;
    }

    /**
     * Memory with which it has heap enough for so many connections that are held open, each with a request; empty where the
     * usual heap is enough.
     */
    public Optional<Long> memoryFor(long connections) {
        long heap = HEAP_WITHOUT_CONNECTIONS + pooledBytes(connections);
        return heap <= JarLaunch.HEAP_BYTES ? Optional.empty() : Optional.of(JarLaunch.memoryWithHeap(heap));
    }

    /** Objects that it may keep for the same reason: a channel for each connection. */
    public long pooledObjects(long connections) {
        return runsTomcat() ? connections : 0;
    }

    private boolean runsTomcat() {
        return this == SPRING_BLOCKING || this == SPRING_VIRTUAL || this == SPRING_DEFERRED;
    }

    /** Its name in {@code /health} and READY: a variant uses the name of its server. */
    public String identity() {
        return transport().isEmpty() ? label : KILIM.label;
    }

    /** What {@code /health} of a variant of kilim has as its transport. */
    public Optional<String> transport() {
        return switch (this) {
            case KILIM_URING -> Optional.of("uring");
            case KILIM_NIO -> Optional.of("nio");
            default -> Optional.empty();
        };
    }

    /**
     * Options that make it keep idle connections for as long as they can be. {@code c-epoll}, {@code c-uring} and
     * {@code virtual-threads} keep them anyway. Most others close them after a minute, and have no such option here.
     */
    public List<String> keepIdle() {
        return identity().equals(KILIM.label) || runsTomcat() ? List.of("--idle-time", "1440m") : List.of();
    }

    /** Whether it supports HTTP/1.0, which is what {@code ab} sends. */
    public boolean http10() {
        return this != HELIDON;
    }

    /** Whether it keeps an HTTP/1.0 connection open on request, as {@code ab -k} does. */
    public boolean keepsHttp10() {
        return http10() && this != WEBFLUX;
    }

    /** Whether it has {@code /json2}, which responds after a sleep; otherwise it has {@code /json} alone. */
    public boolean sleeps() {
        return this != NGINX;
    }

    /**
     * The environment variable that lets its idle workers sleep at once instead of busy-waiting first. Empty where they
     * never busy-wait, or where no setting prevents it. docs/explanation/workers.md describes each server.
     */
    public Optional<String> spinningOff() {
        var setting = "ThreadPool_UnfairSemaphoreSpinLimit=0";
        return switch (this) {
            case DOTNET, DOTNET_SOCKETS_8 -> Optional.of("DOTNET_" + setting);
            case DOTNET_SOCKETS_3 -> Optional.of("COMPlus_" + setting);
            default -> Optional.empty();
        };
    }

    /** @throws PreconditionException (usage) when no setting lets its idle workers sleep at once */
    public void requireSpinningOff() throws PreconditionException {
        if (spinningOff().isEmpty()) {
            throw PreconditionException.usage(
                    "--spinning off does not work with %1$s; it works only with %2$s (why:"
                            + " docs/explanation/workers.md). Use --spinning default, or leave %1$s out of --servers",
                    label,
                    Stream.of(values())
                            .filter(server -> server.spinningOff().isPresent())
                            .map(ServerCatalog::label)
                            .collect(Collectors.joining(", ")));
        }
    }

    /** Why an engine cannot load this server, as a clause without a full stop; empty when it can. */
    public Optional<String> misfit(LoadEngine engine, boolean keepAlive) {
        if (!engine.http11() && !http10()) {
            return Optional.of("%s rejects HTTP/1.0, which %s uses, with status 505".formatted(label, engine.name()));
        }
        if (keepAlive && !engine.http11() && !keepsHttp10()) {
            return Optional.of("%s closes every HTTP/1.0 connection, even with keep-alive, and %s uses HTTP/1.0"
                    .formatted(label, engine.name()));
        }
        return Optional.empty();
    }

    /** Why this server does not have a route, as a clause without a full stop; empty when it does. */
    public Optional<String> lacks(RequestRoute route) {
        if (!sleeps() && !route.isJson()) {
            return Optional.of("%s has no %s, because it cannot sleep and has no store".formatted(label, route.text()));
        }
        if (stores.isEmpty() && route.needsStore()) {
            return Optional.of("%s has no %s, because it has no store".formatted(label, route.text()));
        }
        return Optional.empty();
    }

    /** @throws PreconditionException (usage) when this server does not have the route */
    public void requireRoute(RequestRoute route) throws PreconditionException {
        var reason = lacks(route);
        if (reason.isPresent()) {
            throw PreconditionException.usage(
                    "%s; leave it out of --servers, or request /json%s",
                    reason.get(), sleeps() ? " or /json2?time=MS" : "");
        }
    }

    /** Path of its program, relative to the project's root: the module's jar, or a native program. */
    public String program() {
        return launch.program();
    }

    public boolean jvm() {
        return launch instanceof JarLaunch;
    }

    /**
     * What runs its program: a name on PATH, or a path relative to the project's root. Empty for a jar or a native
     * program.
     */
    public Optional<String> interpreter() {
        return launch instanceof NativeLaunch nativeLaunch
                ? Optional.ofNullable(nativeLaunch.interpreter())
                : Optional.empty();
    }

    /** The command that builds its program by hand. */
    public String build() {
        return launch instanceof NativeLaunch nativeLaunch ? nativeLaunch.build() : "mvn package";
    }

    /** The command that starts it with its default collector. */
    public List<String> command(String gcLog, List<String> options) {
        return command(Collector.G1, null, gcLog, options);
    }

    /**
     * The command that starts it.
     *
     * @param collector for a JVM
     * @param memoryBytes that the process may use, for the heap of a JVM; {@code null} if it is not limited
     * @param gcLog file for the JVM's GC log; {@code null} for none
     * @param options the server's own options, as {@code ./threadwall serve} takes them
     */
    public List<String> command(Collector collector, Long memoryBytes, String gcLog, List<String> options) {
        return launch.command(collector, memoryBytes, gcLog, options);
    }

    /**
     * Recognises the server that a process runs by its command line. Of several that share a jar, it is the one whose
     * options match most.
     *
     * @param line the process's arguments, the program first
     */
    public static Optional<ServerCatalog> running(List<String> line) {
        return Stream.of(values())
                .filter(server -> !line.isEmpty() && server.launch.isRunBy(line))
                .max(Comparator.comparingInt(server ->
                        server.launch instanceof JarLaunch jar ? jar.model().size() : 0));
    }

    /** @throws PreconditionException (usage) for an unknown name */
    public static ServerCatalog named(String name) throws PreconditionException {
        return find(name).orElseThrow(() -> PreconditionException.usage("no server '%s'; there are %s", name, names()));
    }

    public static Optional<ServerCatalog> find(String name) {
        return Stream.of(values()).filter(server -> server.label.equals(name)).findFirst();
    }

    public static String names() {
        return List.of(values()).stream().map(ServerCatalog::label).collect(Collectors.joining(", "));
    }

    /** Whether a step starts a server that stores its data in PostgreSQL. */
    public static boolean usesPostgres(StepPlan step) {
        return step.shards().stream()
                .anyMatch(shard -> StoreKind.POSTGRES.toString().equals(shard.store()));
    }
}
