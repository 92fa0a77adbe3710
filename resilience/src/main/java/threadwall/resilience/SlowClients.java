package threadwall.resilience;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.BooleanSupplier;
import threadwall.loadgen.http.RequestRoute;
import threadwall.loadgen.testbed.ServerCatalog;
import threadwall.process.ChildProcess;
import threadwall.process.Countdown;
import threadwall.process.PreconditionException;
import threadwall.record.ResilienceRecord.Attack;
import threadwall.record.ResilienceRecord.Pulse;

/**
 * Clients that are slow on purpose, beside one that is not: slow heads, bodies and readers by slowhttptest, then requests
 * that never end. The healthy one's p99 has to stay below {@value #MOST} times that in peace.
 *
 * @param connections of each attack of slowhttptest
 * @param halfOpen connections of the last
 * @param seconds of each attack, and of the peace before
 */
public record SlowClients(int connections, int halfOpen, int seconds) implements ClientAttack {

    /** Issue of taste, but the same for all: ten times is what a person notices. */
    static final double MOST = 10;

    private static final Duration RETURN_BOUND = Duration.ofSeconds(75);
    private static final int SETTLE_SECONDS = 1;
    private static final int BYTES_A_CONNECTION = 64;

    @Override
    public String name() {
        return "slow";
    }

    @Override
    public void check(ServerCatalog server) throws PreconditionException, IOException {
        server.requireRoute(new RequestRoute("/fortunes"));
        TestRun.requireDescriptors(Math.max(connections, halfOpen) + 500L);
        try {
            new ProcessBuilder("slowhttptest", "-h")
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .destroy();
        } catch (IOException e) {
            throw PreconditionException.environment(
                    "slowhttptest is not here; install the distribution's package slowhttptest (./threadwall abuse"
                            + " slow does it where it can)");
        }
    }

    @Override
    public long heapAllowance() {
        return 1024 * 1024 + BYTES_A_CONNECTION * (3L * connections + halfOpen);
    }

    @Override
    public long objectAllowance() {
        return Math.max(64, connections / 20);
    }

    @Override
    public void against(ServerUnderTest victim, TestFindings findings) throws IOException, InterruptedException {
        var attacks = SlowAttack.values();
        findings.progress.step(1, attacks.length + 1, "peace", (attacks.length + 1.0) * seconds);
        try (var client = new HealthyClient(victim)) {
            client.askWhile(until(SETTLE_SECONDS, "settling", findings));
            findings.peace = client.askWhile(until(seconds, "asking", findings));
        }
        judge("peace", findings.peace, findings);
        findings.progress.done("p99 %.2f ms".formatted(findings.peace.p99Millis()));
        for (var attack : attacks) {
            findings.progress.step(
                    attack.ordinal() + 2,
                    attacks.length + 1,
                    attack.label,
                    (double) (attacks.length - attack.ordinal()) * seconds);
            var seen = attack == SlowAttack.HALF_OPEN ? halfOpen(victim, findings) : tool(attack, victim, findings);
            findings.attacks.add(seen);
            judge(attack.label, seen.healthy(), findings);
            if (seen.ratio() >= MOST) {
                findings.fault(
                        "%s: the healthy client's p99 is %.1f times that in peace (%.2f ms, %.2f in peace)",
                        attack.label, seen.ratio(), seen.healthy().p99Millis(), findings.peace.p99Millis());
            }
            if (seen.secondsToReturn() == null) {
                findings.fault(
                        "%s: %d s after the attack the server holds %,d sockets and %,d descriptors; before %,d and %,d",
                        attack.label,
                        RETURN_BOUND.toSeconds(),
                        victim.connections(),
                        victim.descriptors(),
                        findings.before.connections(),
                        findings.before.descriptors());
            }
            findings.progress.done(
                    "p99 %.2f ms, %.1f times".formatted(seen.healthy().p99Millis(), seen.ratio()));
        }
    }

    private static void judge(String when, Pulse pulse, TestFindings findings) {
        if (pulse.requests() == 0 || pulse.failed() + pulse.wrong() > 0) {
            findings.fault(
                    "%s: of the healthy client's %,d requests %,d failed and %,d got a wrong answer",
                    when, pulse.requests(), pulse.failed(), pulse.wrong());
        }
    }

    private Attack tool(SlowAttack attack, ServerUnderTest victim, TestFindings findings)
            throws IOException, InterruptedException {
        var target = new SlowAttack.Target(victim.url("/json"), victim.url("/fortunes"), connections, seconds);
        var command = attack.tool(target);
        var files = findings.folder.resolve(attack.label.replace(' ', '-'));
        var output = files.resolveSibling(files.getFileName() + ".out");
        try (var tool = ChildProcess.start(victim.home(), files, command, output);
                var watch = new SocketPeak(victim);
                var client = new HealthyClient(victim)) {
            var bound = until(seconds, "attacking", findings);
            var healthy = client.askWhile(() -> tool.isAlive() && bound.getAsBoolean());
            long peak = watch.finish();
            if (!tool.isAlive() && peak < Math.min(10, connections)) {
                throw new IOException("slowhttptest opened no connections and ended with exit code %d; see %s"
                        .formatted(tool.exitCode(), output));
            }
            tool.close();
            client.close();
            return attack(attack, command, connections, peak, healthy, victim, findings);
        }
    }

    private Attack halfOpen(ServerUnderTest victim, TestFindings findings) throws IOException, InterruptedException {
        try (var watch = new SocketPeak(victim);
                var client = new HealthyClient(victim)) {
            // they come while the healthy client asks: taking them in is half of the attack
            var crowd =
                    new FutureTask<>(() -> HeldConnections.gather(victim.address(), halfOpen, SlowAttack.HALF_A_HEAD));
            Thread.ofPlatform().daemon().name("half-open").start(crowd);
            var healthy = client.askWhile(until(seconds, "attacking", findings));
            long peak;
            try (var gathered = crowd.get()) {
                peak = watch.finish();
                client.close();
                gathered.hangUp();
            } catch (ExecutionException e) {
                throw new IOException(e.getCause().getMessage(), e);
            }
            return attack(SlowAttack.HALF_OPEN, List.of(), halfOpen, peak, healthy, victim, findings);
        }
    }

    private static Attack attack(
            SlowAttack attack,
            List<String> command,
            int connections,
            long peak,
            Pulse healthy,
            ServerUnderTest victim,
            TestFindings findings)
            throws IOException, InterruptedException {
        var back = victim.awaitReturn(findings.before, RETURN_BOUND);
        return new Attack(
                attack.label,
                command,
                connections,
                peak,
                healthy,
                findings.peace.p99Millis() == 0 ? 0 : healthy.p99Millis() / findings.peace.p99Millis(),
                HangupAttack.boxed(back));
    }

    private static BooleanSupplier until(int seconds, String what, TestFindings findings) {
        var countdown = Countdown.of(findings.progress, seconds);
        return () -> {
            countdown.report(what);
            return countdown.left() > 0;
        };
    }
}
