package threadwall.resilience;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import threadwall.loadgen.http.RequestRoute;
import threadwall.loadgen.testbed.ServerCatalog;
import threadwall.process.PreconditionException;

/**
 * Clients that come, go and misbehave in a mix that a seed decides, for a long time. Each client is a virtual thread that
 * has one session after the other.
 *
 * @param seed of what each client does, in its order; when is up to the machine
 */
public record SoakTest(Duration time, int connections, long seed) implements ClientAttack {

    private static final long SAMPLE_MILLIS = 1_000;

    /** Clients do not come all at once, and after the end a session still has so long to finish. */
    private static final int ARRIVAL_MILLIS = 5_000;

    private static final Duration LAST_SESSIONS = Duration.ofSeconds(90);

    /** TIME_WAIT keeps a port for a minute: enough addresses for 2,000 sessions a second. */
    private static final int SOURCES = 16;

    private static final int BYTES_A_CONNECTION = 512;

    @Override
    public String name() {
        return "soak";
    }

    @Override
    public void check(ServerCatalog server) throws PreconditionException, IOException {
        server.requireRoute(new RequestRoute("/fortunes"));
        TestRun.requireDescriptors(connections + 500L);
    }

    @Override
    public long heapAllowance() {
        return 2L * 1024 * 1024 + (long) BYTES_A_CONNECTION * connections;
    }

    @Override
    public long objectAllowance() {
        return Math.max(64, connections / 20);
    }

    @Override
    public void against(ServerUnderTest victim, TestFindings findings) throws IOException, InterruptedException {
        var tally = new SoakStats();
        long end = System.nanoTime() + time.toNanos();
        var common = new SoakSession.Common(
                victim, RawRequest.fortunes(victim), MalformedRequests.of(victim.server()), tally, end);
        findings.progress.step(1, 1, "%,d clients, seed %d".formatted(connections, seed), time.toMillis() / 1e3);
        var clients = start(common, end);
        try (var samples = new SoakSamples(findings.folder)) {
            for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
                Thread.sleep(Math.min(SAMPLE_MILLIS, TimeUnit.NANOSECONDS.toMillis(left) + 1));
                int held = samples.look(victim, tally);
                findings.progress.count("%,d requests, %,d wrong, %,d connections; %d s left"
                        .formatted(tally.requests(), tally.wrong(), held, Math.max(0, left / 1_000_000_000)));
            }
            finish(clients, tally);
            judge(tally, samples.rss(), findings);
        } finally {
            clients.forEach(Thread::interrupt);
        }
        findings.progress.done("%,d requests, %,d wrong".formatted(tally.requests(), tally.wrong()));
    }

    private List<Thread> start(SoakSession.Common common, long end) throws IOException {
        var clients = new ArrayList<Thread>();
        var seeds = new SplittableRandom(seed);
        for (int i = 0; i < connections; i++) {
            var random = seeds.split();
            var source = HeldConnections.source(i % SOURCES);
            clients.add(Thread.startVirtualThread(() -> {
                try {
                    RetryDelay.millis(random.nextInt(ARRIVAL_MILLIS));
                    while (System.nanoTime() < end && !Thread.currentThread().isInterrupted()) {
                        SoakSession.live(common, ClientBehavior.any(random), random, source);
                    }
                } catch (InterruptedIOException e) {
                    Thread.currentThread().interrupt();
                }
            }));
        }
        return clients;
    }

    /** Lets each client finish its session: its answers are due all the same. */
    private static void finish(List<Thread> clients, SoakStats tally) throws InterruptedException {
        long deadline = System.nanoTime() + LAST_SESSIONS.toNanos();
        for (var client : clients) {
            long left = deadline - System.nanoTime();
            if (left <= 0 || !client.join(Duration.ofNanos(left))) {
                tally.wrong(
                        ClientBehavior.KEEP_ALIVE,
                        "a session was not over %d s after the end".formatted(LAST_SESSIONS.toSeconds()));
                return;
            }
        }
    }

    private void judge(SoakStats tally, List<Long> samples, TestFindings findings) {
        var rss = RssGrowth.of(samples, time);
        findings.soak = new threadwall.record.ResilienceRecord.Soak(
                seed,
                connections,
                time.toMillis() / 1e3,
                tally.requests(),
                tally.answers(),
                tally.sessions(),
                tally.wrong(),
                tally.faults(),
                rss,
                SoakSamples.FILE);
        if (tally.wrong() > 0) {
            findings.fault(
                    "%,d answers were wrong or missing, %,d of them: %s",
                    tally.wrong(),
                    tally.faults().getFirst().times(),
                    tally.faults().getFirst().what());
        }
        if (tally.requests() == 0) {
            findings.fault("no request was sent: the soak shows nothing");
        }
        if (rss.judged() && !RssGrowth.isFlat(rss)) {
            findings.fault(
                    "RSS grew by %.1f %% from the third quarter to the last, and less than %.0f %% is flat",
                    rss.growthPercent(), RssGrowth.MOST_PERCENT);
        }
    }
}
