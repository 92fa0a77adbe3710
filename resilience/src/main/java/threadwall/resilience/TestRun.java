package threadwall.resilience;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import threadwall.limits.ProcessLimits;
import threadwall.loadgen.http.HttpConnection;
import threadwall.loadgen.testbed.Preflight;
import threadwall.loadgen.testbed.ServerCatalog;
import threadwall.process.GitCommit;
import threadwall.process.HeapHistogram;
import threadwall.process.PreconditionException;
import threadwall.process.Progress;
import threadwall.process.proc.MachineInfo;
import threadwall.record.RecordLine;
import threadwall.record.ResilienceRecord;
import threadwall.record.ResilienceRecord.ResourceSnapshot;

/**
 * One resilience test of one server: start it, warm it up, measure it idle, attack it, measure it idle again.
 *
 * @param home the project's root
 * @param folder for the files of the server and the test
 * @param options of the server
 * @param command the arguments of {@code ./threadwall}, for the record
 */
public record TestRun(Path home, Path folder, ServerCatalog kind, List<String> options, List<String> command) {

    /** Longer than any timeout of our servers: a server may keep what a lost client left for that long, and no longer. */
    private static final Duration RETURN_BOUND = Duration.ofSeconds(90);

    /** For the connection of the warm-up to disappear; if it stays, it counts as held by the idle server. */
    private static final Duration SETTLE_BOUND = Duration.ofSeconds(5);

    private static final long FIRST_WAIT_MILLIS = 500;
    private static final int NAMED_CLASSES = 5;
    private static final int WARM_UP_REQUESTS = 5_000;

    /** As {@link ResilienceTest#check}. */
    void check(ClientAttack attack) throws PreconditionException, IOException {
        attack.check(kind);
        Preflight.checkProgram(home, kind);
    }

    /** As {@link ResilienceTest#run}. */
    ResilienceRecord run(ClientAttack attack, Progress progress)
            throws PreconditionException, IOException, InterruptedException {
        check(attack);
        var at = Instant.now();
        long start = System.nanoTime();
        try (var server = ServerUnderTest.start(home, folder, kind, options, attack.nofile())) {
            warmUp(server);
            server.awaitNoSockets(SETTLE_BOUND);
            var live = server.liveObjects();
            var results = new AttackResults(folder, progress, server.snapshot(live));
            ResourceSnapshot after = null;
            try {
                attack.against(server, results);
                after = awaitIdle(attack, server, live, results);
            } catch (IOException e) {
                if (server.isAlive()) {
                    throw e;
                }
            }
            if (!server.isAlive()) {
                results.fault("%s; a client must not be able to end the server", server.ending());
            }
            return new ResilienceRecord(
                    RecordLine.SCHEMA,
                    at,
                    command,
                    GitCommit.of(home),
                    MachineInfo.read(),
                    attack.name(),
                    kind.label(),
                    server.command(),
                    (System.nanoTime() - start) / 1e9,
                    List.copyOf(results.faults),
                    results.before,
                    after,
                    results.peace,
                    List.copyOf(results.attacks),
                    List.copyOf(results.rounds),
                    results.soak,
                    results.fdExhaustion == null ? null : results.fdExhaustion.toRecord(server.isAlive()),
                    null);
        }
    }

    /**
     * Requests every route, and {@code /json} often enough that its code is compiled: one-time allocations and descriptors must
     * not look like a leak.
     */
    private static void warmUp(ServerUnderTest server) throws IOException {
        var routes = new ArrayDeque<>(routes(server));
        for (int i = 0; i < WARM_UP_REQUESTS; ) {
            try (var connection = HttpConnection.open(server.address(), HeldConnections.source(0), 30_000)) {
                for (boolean keep = true; keep && i < WARM_UP_REQUESTS; i++) {
                    var request = RawRequest.JSON;
                    if (i % 50 == 0) {
                        request = routes.removeFirst();
                        routes.addLast(request);
                    }
                    connection.send(request.text());
                    var response = connection.read(false);
                    var fault = request.expected().faultIn(response);
                    if (fault.isPresent()) {
                        throw new IOException("the server answers wrongly before the test: " + fault.get());
                    }
                    // after a slow response Reactor Netty 1.3.7 may stop reading (its issue 4361)
                    keep = request == RawRequest.JSON && !response.closes();
                }
            }
        }
    }

    /** A request of each route that the server has. */
    private static List<RawRequest> routes(ServerUnderTest server) throws IOException {
        var routes = new ArrayList<>(List.of(RawRequest.JSON));
        if (server.kind().sleeps()) {
            routes.add(RawRequest.sleep(1));
        }
        if (server.kind().hasStore()) {
            routes.add(RawRequest.fortunes(server));
        }
        return routes;
    }

    /** Waits until the server holds no more than before, for as long as its timeouts may take. */
    private ResourceSnapshot awaitIdle(
            ClientAttack attack, ServerUnderTest server, Optional<HeapHistogram> before, AttackResults results)
            throws IOException, InterruptedException {
        results.progress.phase("waiting for the server to free the clients' resources, at most %d s"
                .formatted(RETURN_BOUND.toSeconds()));
        long deadline = System.nanoTime() + RETURN_BOUND.toNanos();
        boolean returned = server.awaitReturn(results.before, RETURN_BOUND).isPresent();
        var live = server.liveObjects();
        // what waits in a cleaner or a timer is freed a moment later
        for (long wait = FIRST_WAIT_MILLIS; !isBack(attack, before, live) && System.nanoTime() < deadline; wait *= 2) {
            Thread.sleep(Math.min(wait, Math.max(1, (deadline - System.nanoTime()) / 1_000_000)));
            live = server.liveObjects();
        }
        var after = server.snapshot(live);
        if (!returned) {
            results.fault(
                    "%d s after the last client left, the server has %,d descriptors (before: %,d) and %,d sockets"
                            + " (before: %,d)",
                    RETURN_BOUND.toSeconds(),
                    after.descriptors(),
                    results.before.descriptors(),
                    after.connections(),
                    results.before.connections());
        }
        if (live.isPresent()) {
            judgeHeap(attack, before.orElseThrow(), live.get(), results);
        }
        return after;
    }

    private void judgeHeap(ClientAttack attack, HeapHistogram before, HeapHistogram live, AttackResults results) {
        if (live.bytes() > before.bytes() + heapAllowance(attack)) {
            results.fault(
                    "live heap after a full GC is %,d bytes; it was %,d before the test and may grow by at most %,d;"
                            + " growth: %s",
                    live.bytes(), before.bytes(), heapAllowance(attack), firstOf(live.grownSince(before)));
        }
        if (RequestObjects.count(live) > RequestObjects.count(before) + objectAllowance(attack)) {
            results.fault(
                    "tasks, fibers, connections and similar objects after a full GC: %,d; there were %,d before the"
                            + " test, and there may be at most %,d more; growth: %s",
                    RequestObjects.count(live),
                    RequestObjects.count(before),
                    objectAllowance(attack),
                    firstOf(RequestObjects.among(live).grownSince(before)));
        }
    }

    private long heapAllowance(ClientAttack attack) {
        return attack.heapAllowance() + kind.pooledBytes(attack.connectionsAtOnce());
    }

    private long objectAllowance(ClientAttack attack) {
        return attack.objectAllowance() + kind.pooledObjects(attack.connectionsAtOnce());
    }

    private static String firstOf(List<String> classes) {
        return String.join(", ", classes.subList(0, Math.min(NAMED_CLASSES, classes.size())));
    }

    private boolean isBack(ClientAttack attack, Optional<HeapHistogram> before, Optional<HeapHistogram> now) {
        return now.isEmpty()
                || now.get().bytes() <= before.orElseThrow().bytes() + heapAllowance(attack)
                        && RequestObjects.count(now.get())
                                <= RequestObjects.count(before.orElseThrow()) + objectAllowance(attack);
    }

    /** @throws PreconditionException (environment) when the limit of descriptors of a process is lower */
    static void requireDescriptors(long needed) throws PreconditionException, IOException {
        var hard = ProcessLimits.ofThisProcess().nofile().hard();
        if (hard.isPresent() && hard.getAsLong() < needed) {
            throw PreconditionException.environment(
                    "these clients need %,d descriptors in one process, but its hard limit is %,d (RLIMIT_NOFILE);"
                            + " ask for fewer, or raise it: ./threadwall doctor --connections %d",
                    needed, hard.getAsLong(), needed);
        }
    }
}
