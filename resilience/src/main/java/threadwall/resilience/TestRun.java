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
import threadwall.loadgen.testbed.Preflight;
import threadwall.loadgen.testbed.ServerCatalog;
import threadwall.process.GitCommit;
import threadwall.process.PreconditionException;
import threadwall.process.Progress;
import threadwall.process.proc.MachineInfo;
import threadwall.record.RecordLine;
import threadwall.record.ResilienceRecord;
import threadwall.record.ResilienceRecord.ResourceSnapshot;

/**
 * A server under one abuse: started, warmed up, measured at rest, abused, measured at rest again.
 *
 * @param home the project's root
 * @param folder for the files of the server and the test
 * @param options the server's own
 * @param command the arguments of {@code ./threadwall}, for the record
 */
public record TestRun(Path home, Path folder, ServerCatalog server, List<String> options, List<String> command) {

    /** Longer than any timeout of ours: a server may hold what a vanished client left for that long, and no longer. */
    private static final Duration RETURN_BOUND = Duration.ofSeconds(90);

    /** For the warm-up's own connection to be gone; one that stays is counted as the server's at rest. */
    private static final Duration SETTLE_BOUND = Duration.ofSeconds(5);

    private static final long FIRST_LOOK_MILLIS = 500;
    private static final int NAMED = 5;
    private static final int WARM_UP_REQUESTS = 5_000;

    /** As {@link ResilienceTest#check}. */
    void check(ClientAttack abuse) throws PreconditionException, IOException {
        abuse.check(server);
        Preflight.checkProgram(home, server);
    }

    /** As {@link ResilienceTest#on}. */
    ResilienceRecord run(ClientAttack abuse, Progress progress)
            throws PreconditionException, IOException, InterruptedException {
        check(abuse);
        var at = Instant.now();
        long start = System.nanoTime();
        try (var victim = ServerUnderTest.start(home, folder, server, options, abuse.nofile())) {
            warmUp(victim);
            victim.awaitNoSockets(SETTLE_BOUND);
            var live = victim.liveObjects();
            var findings = new TestFindings(folder, progress, victim.footing(live));
            ResourceSnapshot after = null;
            try {
                abuse.against(victim, findings);
                after = rest(abuse, victim, live, findings);
            } catch (IOException e) {
                if (victim.isAlive()) {
                    throw e;
                }
            }
            if (!victim.isAlive()) {
                findings.fault("%s, which no client may bring about", victim.ending());
            }
            return new ResilienceRecord(
                    RecordLine.SCHEMA,
                    at,
                    command,
                    GitCommit.of(home),
                    MachineInfo.read(),
                    abuse.name(),
                    server.label(),
                    victim.command(),
                    (System.nanoTime() - start) / 1e9,
                    List.copyOf(findings.faults),
                    findings.before,
                    after,
                    findings.peace,
                    List.copyOf(findings.attacks),
                    List.copyOf(findings.rounds),
                    findings.soak,
                    findings.shortfall == null ? null : findings.shortfall.shortage(victim.isAlive()),
                    null);
        }
    }

    /**
     * Has every route answered, and the common one often enough to be compiled: what a server allocates and opens but once
     * must not look like a leak.
     */
    private static void warmUp(ServerUnderTest victim) throws IOException {
        var rare = new ArrayDeque<>(routes(victim));
        for (int i = 0; i < WARM_UP_REQUESTS; ) {
            try (var wire = RawHttpConnection.open(victim.address(), HeldConnections.source(0), 30_000, 0)) {
                for (boolean stay = true; stay && i < WARM_UP_REQUESTS; i++) {
                    var asked = RawRequest.JSON;
                    if (i % 50 == 0) {
                        asked = rare.removeFirst();
                        rare.addLast(asked);
                    }
                    wire.send(asked.bytes());
                    var reply = wire.read(false);
                    var fault = asked.due().faultIn(reply);
                    if (fault.isPresent()) {
                        throw new IOException("the server is wrong before the test: " + fault.get());
                    }
                    // behind an answer that took its time Reactor Netty 1.3.7 may read no more (its issue 4361)
                    stay = asked == RawRequest.JSON && !reply.closes();
                }
            }
        }
    }

    /** One of each that the server has. */
    private static List<RawRequest> routes(ServerUnderTest victim) throws IOException {
        var routes = new ArrayList<>(List.of(RawRequest.JSON));
        if (victim.server().sleeps()) {
            routes.add(RawRequest.sleep(1));
        }
        if (victim.server().hasStore()) {
            routes.add(RawRequest.fortunes(victim));
        }
        return routes;
    }

    /** Waits until the server is back where it was, as long as its timeouts may ask for. */
    private static ResourceSnapshot rest(
            ClientAttack abuse, ServerUnderTest victim, Optional<HeapHistogram> before, TestFindings findings)
            throws IOException, InterruptedException {
        findings.progress.phase(
                "waiting for what the clients left to be gone, at most %d s".formatted(RETURN_BOUND.toSeconds()));
        long deadline = System.nanoTime() + RETURN_BOUND.toNanos();
        boolean returned = victim.awaitReturn(findings.before, RETURN_BOUND).isPresent();
        var live = victim.liveObjects();
        // what is queued for cleaning or waits in a timer goes a moment later
        for (long wait = FIRST_LOOK_MILLIS; !isBack(abuse, before, live) && System.nanoTime() < deadline; wait *= 2) {
            Thread.sleep(Math.min(wait, Math.max(1, (deadline - System.nanoTime()) / 1_000_000)));
            live = victim.liveObjects();
        }
        var after = victim.footing(live);
        if (!returned) {
            findings.fault(
                    "%,d descriptors and %,d sockets %d s after the last client had left; at the start %,d and %,d",
                    after.descriptors(),
                    after.connections(),
                    RETURN_BOUND.toSeconds(),
                    findings.before.descriptors(),
                    findings.before.connections());
        }
        if (live.isPresent()) {
            judgeHeap(abuse, before.orElseThrow(), live.get(), findings);
        }
        return after;
    }

    private static void judgeHeap(ClientAttack abuse, HeapHistogram before, HeapHistogram live, TestFindings findings) {
        if (live.bytes() > before.bytes() + abuse.heapAllowance()) {
            findings.fault(
                    "%,d bytes of live heap after a full collection; at the start %,d, and %,d more are allowed: %s",
                    live.bytes(), before.bytes(), abuse.heapAllowance(), named(live.grownSince(before)));
        }
        if (live.requestObjects() > before.requestObjects() + abuse.objectAllowance()) {
            findings.fault(
                    "%,d tasks, fibers, connections and the like are left; at the start %,d, and %,d more are allowed: %s",
                    live.requestObjects(),
                    before.requestObjects(),
                    abuse.objectAllowance(),
                    named(live.ofRequests().grownSince(before)));
        }
    }

    private static String named(List<String> classes) {
        return String.join(", ", classes.subList(0, Math.min(NAMED, classes.size())));
    }

    private static boolean isBack(ClientAttack abuse, Optional<HeapHistogram> before, Optional<HeapHistogram> now) {
        return now.isEmpty()
                || now.get().bytes() <= before.orElseThrow().bytes() + abuse.heapAllowance()
                        && now.get().requestObjects()
                                <= before.orElseThrow().requestObjects() + abuse.objectAllowance();
    }

    /** @throws PreconditionException (environment) when this process, or one that it starts, may not have so many descriptors */
    static void requireDescriptors(long wanted) throws PreconditionException, IOException {
        var hard = ProcessLimits.ofThisProcess().nofile().hard();
        if (hard.isPresent() && hard.getAsLong() < wanted) {
            throw PreconditionException.environment(
                    "so many clients take %,d descriptors of one process, and its hard limit is %,d (RLIMIT_NOFILE);"
                            + " ask for fewer, or raise it: ./threadwall doctor --connections %d",
                    wanted, hard.getAsLong(), wanted);
        }
    }
}
