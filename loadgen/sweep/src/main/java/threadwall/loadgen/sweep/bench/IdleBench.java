package threadwall.loadgen.sweep.bench;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import threadwall.loadgen.http.HttpConnection;
import threadwall.loadgen.testbed.ServerCatalog;
import threadwall.loadgen.testbed.ServerProcess;
import threadwall.loadgen.testbed.StepFailedException;
import threadwall.loadgen.testbed.database.PostgresServer;
import threadwall.process.ChildProcess;
import threadwall.process.MemorySettling;
import threadwall.process.PreconditionException;
import threadwall.process.Progress;
import threadwall.record.IdleRecord;
import threadwall.record.IdleRecord.Memory;
import threadwall.record.RecordLine;
import threadwall.record.RunFile;

/**
 * Measures the memory of idle keep-alive connections. For each server and collector:
 *
 * <ol>
 *   <li>start the server with its usual flags, warm it up, and read its memory at rest;
 *   <li>open connections, make one request on each, hold them, load the server by others, and read its memory again;
 *   <li>run a full collection and read its memory once more.
 * </ol>
 *
 * <p>Before each of the first two readings a JVM is loaded until a young collection has run. Before the first
 * collection every object takes fresh memory, so connections would seem to cost all garbage since the start. Until the
 * next collection, objects of a connection may lie in memory that was already resident.
 *
 * @param folder the run's own, which already has its run record
 */
public record IdleBench(Path home, Path folder, Progress progress) {

    private static final String YOUNG_COLLECTIONS = "sun.gc.collector.0.invocations=";

    /** Each load has 100,000 requests, so 300 bytes of garbage per request add up to 900 MB. */
    private static final int MAX_LOADS = 30;

    private static final Duration POLL_INTERVAL = Duration.ofMillis(50);
    private static final int MAX_POLLS = 400;

    /** @return the records, in the order of the plans */
    public List<IdleRecord> run(List<IdlePlan> plans) throws PreconditionException, IOException, InterruptedException {
        var records = new ArrayList<IdleRecord>();
        boolean database = plans.stream().map(IdlePlan::step).anyMatch(ServerCatalog::usesPostgres);
        try (var postgres = database ? PostgresServer.start(home, folder) : null) {
            long started = System.nanoTime();
            for (var plan : plans) {
                var left = Progress.secondsLeft(started, records.size(), plans.size());
                progress.step(records.size() + 1, plans.size(), title(plan), left);
                var record =
                        run(plan, Optional.ofNullable(postgres).filter(any -> ServerCatalog.usesPostgres(plan.step())));
                if (ChildProcess.shuttingDown()) {
                    throw new InterruptedException();
                }
                records.add(record);
                RunFile.in(folder).append(record);
                progress.done(summary(record));
            }
        }
        return records;
    }

    private IdleRecord run(IdlePlan plan, Optional<PostgresServer> postgres) throws IOException, InterruptedException {
        var at = Instant.now();
        long started = System.nanoTime();
        var measured = new Memory[3];
        String failure = null;
        try (var server = WarmServer.start(home, folder, plan.step(), postgres, progress)) {
            measure(plan, server, measured);
        } catch (StepFailedException e) {
            failure = e.getMessage();
        }
        return new IdleRecord(
                RecordLine.SCHEMA,
                at,
                (System.nanoTime() - started) / 1e9,
                plan.server().label(),
                plan.collector() == null ? null : plan.collector().label(),
                plan.step().shards().getFirst().command().words(),
                plan.step().clients().stream()
                        .map(client -> client.warmUp().command().words())
                        .toList(),
                holder(plan, "{classpath}"),
                plan.connections(),
                measured[0],
                measured[1],
                measured[2],
                failure);
    }

    private void measure(IdlePlan plan, WarmServer server, Memory[] measured)
            throws StepFailedException, IOException, InterruptedException {
        rehearse(plan, server);
        loadUntilYoungCollection(plan, server);
        progress.phase("waiting until memory is steady");
        measured[0] = atRest(plan, server);
        progress.phase("opening %,d connections".formatted(plan.connections()));
        try (var holder = hold(plan)) {
            loadUntilYoungCollection(plan, server);
            measured[1] = held(plan, server, holder);
            if (plan.server().jvm()) {
                progress.phase("running a full collection");
                jcmd(server.pid(), "GC.run");
                measured[2] = held(plan, server, holder);
            }
        }
    }

    /**
     * Opens and closes the same connections once, so that code is compiled and tables have grown before the
     * measurement.
     */
    private void rehearse(IdlePlan plan, WarmServer server)
            throws StepFailedException, IOException, InterruptedException {
        progress.phase("opening and closing %,d connections to warm up".formatted(plan.connections()));
        hold(plan).close();
        int open = server.open(plan.sources());
        for (int poll = 0; open > 0; poll++) {
            if (poll == MAX_POLLS) {
                throw new StepFailedException("%,d warm-up %s still open on the server after %d s"
                        .formatted(
                                open,
                                open == 1 ? "connection was" : "connections were",
                                POLL_INTERVAL.multipliedBy(poll).toSeconds()));
            }
            Thread.sleep(POLL_INTERVAL);
            open = server.open(plan.sources());
        }
    }

    /** Returns when all connections are open and have made their request. */
    private ServerProcess hold(IdlePlan plan) throws StepFailedException, IOException, InterruptedException {
        var files = folder.resolve("holder-" + plan.step().number());
        var command = holder(plan, classPath());
        try {
            var holder = ServerProcess.start("the client that holds connections", home, files, command);
            holder.awaitReady();
            return holder;
        } catch (ServerProcess.StartFailed e) {
            throw new StepFailedException(e.getMessage());
        }
    }

    private void loadUntilYoungCollection(IdlePlan plan, WarmServer server)
            throws StepFailedException, IOException, InterruptedException {
        if (!plan.server().jvm()) {
            return;
        }
        long before = youngCollections(server.pid());
        for (int load = 1; youngCollections(server.pid()) == before; load++) {
            if (load > MAX_LOADS) {
                throw new StepFailedException(
                        "no young collection within %d loads: cannot separate server memory from connection memory"
                                .formatted(MAX_LOADS));
            }
            progress.phase("loading until a young collection: load %d".formatted(load));
            server.load();
        }
    }

    /** The JVM's own counter, which both collectors have. */
    private static long youngCollections(long pid) throws StepFailedException, IOException, InterruptedException {
        return jcmd(pid, "PerfCounter.print")
                .lines()
                .filter(line -> line.startsWith(YOUNG_COLLECTIONS))
                .findFirst()
                .map(line -> Long.parseLong(line.substring(YOUNG_COLLECTIONS.length())))
                .orElseThrow(() -> new StepFailedException(
                        "cannot read the number of young collections of process %d (jcmd PerfCounter.print)"
                                .formatted(pid)));
    }

    private static Memory atRest(IdlePlan plan, WarmServer server)
            throws StepFailedException, IOException, InterruptedException {
        var settled = MemorySettling.ofProcess(server::rssBytes);
        return new Memory(server.open(plan.sources()), server.rssBytes(), server.pssBytes(), settled.atRest());
    }

    private static Memory held(IdlePlan plan, WarmServer server, ServerProcess holder)
            throws StepFailedException, IOException, InterruptedException {
        var memory = atRest(plan, server);
        if (!holder.isAlive()) {
            throw new StepFailedException(holder.ending());
        }
        if (memory.connections() != plan.connections()) {
            throw new StepFailedException("only %,d of %,d connections were still open when memory was read"
                    .formatted(memory.connections(), plan.connections()));
        }
        return memory;
    }

    private static List<String> holder(IdlePlan plan, String classPath) {
        var url = java.net.URI.create(plan.step().shards().getFirst().url());
        var line = new ArrayList<>(List.of(
                "java", "-XX:+UseSerialGC", "-Xmx256m", "-cp", classPath, IdleConnectionHolder.class.getName()));
        line.addAll(List.of(url.getHost(), "" + url.getPort(), "" + plan.connections()));
        line.addAll(plan.sources());
        return List.copyOf(line);
    }

    /** The jars, or build folders, of the holder and its HTTP client, which need nothing but the JDK. */
    private static String classPath() {
        return Stream.of(IdleConnectionHolder.class, HttpConnection.class)
                .map(type -> type.getProtectionDomain().getCodeSource().getLocation())
                .map(location ->
                        Path.of(java.net.URI.create(location.toString())).toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static String jcmd(long pid, String what) throws StepFailedException, IOException, InterruptedException {
        var jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
        var process = new ProcessBuilder(jcmd, String.valueOf(pid), what)
                .redirectErrorStream(true)
                .start();
        var output = new String(process.getInputStream().readAllBytes()).strip();
        if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
            throw new StepFailedException("jcmd %d %s failed: %s".formatted(pid, what, output));
        }
        return output;
    }

    private static String title(IdlePlan plan) {
        return "%s%s, %,d idle connections"
                .formatted(
                        plan.server().label(),
                        plan.collector() == null
                                ? ""
                                : " under " + plan.collector().label(),
                        plan.connections());
    }

    private static String summary(IdleRecord record) {
        return record.failure() != null
                ? "failed: " + record.failure()
                : "%,.0f bytes per connection".formatted(record.bytesPerConnection());
    }
}
