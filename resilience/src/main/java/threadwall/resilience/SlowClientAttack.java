package threadwall.resilience;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.BooleanSupplier;
import threadwall.loadgen.http.RequestRoute;
import threadwall.loadgen.testbed.Preflight;
import threadwall.loadgen.testbed.ServerCatalog;
import threadwall.process.ChildProcess;
import threadwall.process.Countdown;
import threadwall.process.PreconditionException;
import threadwall.record.ResilienceRecord.Attack;
import threadwall.record.ResilienceRecord.HealthyClientStats;

/**
 * Deliberately slow clients beside a healthy one: slow headers, bodies and readers by slowhttptest, then requests that never end.
 * The healthy client's p99 must stay below {@value #MOST_RATIO} times its p99 before the attacks.
 *
 * @param connections of each attack by slowhttptest
 * @param halfOpen connections of the last attack
 * @param seconds of each attack, and of the time before them
 */
public record SlowClientAttack(int connections, int halfOpen, int seconds) implements ClientAttack {

    /** An arbitrary limit, but the same for all servers: a person notices ten times. */
    static final double MOST_RATIO = 10;

    private static final Duration RETURN_BOUND = Duration.ofSeconds(75);
    private static final int SETTLE_SECONDS = 1;
    private static final int BYTES_PER_CONNECTION = 64;

    @Override
    public String name() {
        return "slow";
    }

    @Override
    public void check(ServerCatalog server) throws PreconditionException, IOException {
        server.requireRoute(new RequestRoute("/fortunes"));
        TestRun.requireDescriptors(Math.max(connections, halfOpen) + 500L);
        if (!Preflight.isOnPath("slowhttptest")) {
            throw PreconditionException.environment(
                    "slowhttptest is missing; install the distribution's package slowhttptest (./threadwall resilience"
                            + " slow installs it where it can)");
        }
    }

    @Override
    public long connectionsAtOnce() {
        return 3L * connections + halfOpen;
    }

    @Override
    public long heapAllowance() {
        return 1024 * 1024 + BYTES_PER_CONNECTION * (3L * connections + halfOpen);
    }

    @Override
    public long objectAllowance() {
        return Math.max(64, connections / 20);
    }

    @Override
    public void against(ServerUnderTest server, AttackResults results) throws IOException, InterruptedException {
        var kinds = SlowClientKind.values();
        results.progress.step(1, kinds.length + 1, "no attack", (kinds.length + 1.0) * seconds);
        try (var client = new HealthyClient(server)) {
            client.runWhile(countdown(SETTLE_SECONDS, "warming up", results));
            results.peace = client.runWhile(countdown(seconds, "sending requests", results));
        }
        judge("no attack", results.peace, results);
        results.progress.done("p99 %.2f ms".formatted(results.peace.p99Millis()));
        for (var kind : kinds) {
            results.progress.step(
                    kind.ordinal() + 2,
                    kinds.length + 1,
                    kind.label,
                    (double) (kinds.length - kind.ordinal()) * seconds);
            var result =
                    kind == SlowClientKind.HALF_OPEN ? halfOpen(server, results) : slowhttptest(kind, server, results);
            results.attacks.add(result);
            judge(kind.label, result.healthy(), results);
            if (result.ratio() >= MOST_RATIO) {
                results.fault(
                        "%s: the healthy client's p99 is %.1f times that without an attack (%.2f ms, %.2f without)",
                        kind.label, result.ratio(), result.healthy().p99Millis(), results.peace.p99Millis());
            }
            if (result.secondsToReturn() == null) {
                results.fault(
                        "%s: %d s after the attack, the server has %,d descriptors (before: %,d) and %,d sockets"
                                + " (before: %,d)",
                        kind.label,
                        RETURN_BOUND.toSeconds(),
                        server.descriptors(),
                        results.before.descriptors(),
                        server.connections(),
                        results.before.connections());
            }
            results.progress.done(
                    "p99 %.2f ms, %.1f times".formatted(result.healthy().p99Millis(), result.ratio()));
        }
    }

    private static void judge(String phase, HealthyClientStats stats, AttackResults results) {
        if (stats.requests() == 0 || stats.failed() + stats.wrong() > 0) {
            results.fault(
                    "%s: of the healthy client's %,d requests, %,d failed and %,d got a wrong answer",
                    phase, stats.requests(), stats.failed(), stats.wrong());
        }
    }

    private Attack slowhttptest(SlowClientKind kind, ServerUnderTest server, AttackResults results)
            throws IOException, InterruptedException {
        var target = new SlowClientKind.Target(server.url("/json"), server.url("/fortunes"), connections, seconds);
        var command = kind.command(target);
        var files = results.folder.resolve(kind.label.replace(' ', '-'));
        var output = files.resolveSibling(files.getFileName() + ".out");
        try (var tool = ChildProcess.start(server.home(), files, command, output);
                var sampler = new SocketPeakSampler(server);
                var client = new HealthyClient(server)) {
            var bound = countdown(seconds, "attacking", results);
            var healthy = client.runWhile(() -> tool.isAlive() && bound.getAsBoolean());
            long peak = sampler.finish();
            if (!tool.isAlive() && peak < Math.min(10, connections)) {
                throw new IOException("slowhttptest opened no connections and ended with exit code %d; see %s"
                        .formatted(tool.exitCode(), output));
            }
            tool.close();
            client.close();
            return attack(kind, command, connections, peak, healthy, server, results);
        }
    }

    private Attack halfOpen(ServerUnderTest server, AttackResults results) throws IOException, InterruptedException {
        try (var sampler = new SocketPeakSampler(server);
                var client = new HealthyClient(server)) {
            // they connect while the healthy client sends requests: accepting them is half of the attack
            var held = new FutureTask<>(
                    () -> HeldConnections.open(server.address(), halfOpen, SlowClientKind.HALF_A_HEAD));
            Thread.ofPlatform().daemon().name("half-open").start(held);
            var healthy = client.runWhile(countdown(seconds, "attacking", results));
            long peak;
            try (var opened = held.get()) {
                peak = sampler.finish();
                client.close();
                opened.hangUp();
            } catch (ExecutionException e) {
                throw new IOException(e.getCause().getMessage(), e);
            }
            return attack(SlowClientKind.HALF_OPEN, List.of(), halfOpen, peak, healthy, server, results);
        }
    }

    private static Attack attack(
            SlowClientKind kind,
            List<String> command,
            int connections,
            long peak,
            HealthyClientStats healthy,
            ServerUnderTest server,
            AttackResults results)
            throws IOException, InterruptedException {
        var back = server.awaitReturn(results.before, RETURN_BOUND);
        return new Attack(
                kind.label,
                command,
                connections,
                peak,
                healthy,
                results.peace.p99Millis() == 0 ? 0 : healthy.p99Millis() / results.peace.p99Millis(),
                back.orElse(null));
    }

    private static BooleanSupplier countdown(int seconds, String phase, AttackResults results) {
        var countdown = Countdown.of(results.progress, seconds);
        return () -> {
            countdown.report(phase);
            return countdown.left() > 0;
        };
    }
}
