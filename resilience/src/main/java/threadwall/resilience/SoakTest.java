package threadwall.resilience;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import threadwall.loadgen.http.ClientSleep;
import threadwall.loadgen.http.RequestRoute;
import threadwall.loadgen.testbed.ServerCatalog;
import threadwall.process.PreconditionException;
import threadwall.record.ResilienceRecord.Soak;

/**
 * Clients that connect, disconnect and misbehave for a long time. Each client is a virtual thread that runs one session after
 * another.
 *
 * @param seed decides what each client does and in which order, but not when
 */
public record SoakTest(Duration time, int connections, long seed) implements ClientAttack {

    private static final long SAMPLE_MILLIS = 1_000;

    /** The clients start spread over this time. */
    private static final int ARRIVAL_MILLIS = 5_000;

    /** For the sessions that are under way at the end. */
    private static final Duration LAST_SESSIONS_BOUND = Duration.ofSeconds(90);

    /** Source addresses for 2,000 sessions a second: TIME_WAIT keeps a port for a minute. */
    private static final int SOURCES = 16;

    private static final int BYTES_PER_CONNECTION = 512;

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
    public long connectionsAtOnce() {
        return connections;
    }

    @Override
    public long heapAllowance() {
        return 2L * 1024 * 1024 + (long) BYTES_PER_CONNECTION * connections;
    }

    @Override
    public long objectAllowance() {
        return Math.max(64, connections / 20);
    }

    @Override
    public void against(ServerUnderTest server, AttackResults results) throws IOException, InterruptedException {
        var stats = new SoakStats();
        long end = System.nanoTime() + time.toNanos();
        var shared = new SoakSession.SharedState(
                server, RawRequest.fortunes(server), MalformedRequests.of(server.kind()), stats, end);
        results.progress.step(1, 1, "%,d clients, seed %d".formatted(connections, seed), time.toMillis() / 1e3);
        var clients = start(shared, end);
        try (var samples = new SoakSamples(results.folder)) {
            for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
                Thread.sleep(Math.min(SAMPLE_MILLIS, TimeUnit.NANOSECONDS.toMillis(left) + 1));
                int held = samples.sample(server, stats);
                results.progress.count("%,d requests, %,d wrong, %,d connections; %d s left"
                        .formatted(stats.requests(), stats.wrong(), held, Math.max(0, left / 1_000_000_000)));
            }
            finish(clients, stats);
            judge(stats, samples.rss(), results);
        } finally {
            clients.forEach(Thread::interrupt);
        }
        results.progress.done("%,d requests, %,d wrong".formatted(stats.requests(), stats.wrong()));
    }

    private List<Thread> start(SoakSession.SharedState shared, long end) throws IOException {
        var clients = new ArrayList<Thread>();
        var seeds = new SplittableRandom(seed);
        for (int i = 0; i < connections; i++) {
            var random = seeds.split();
            var source = HeldConnections.source(i % SOURCES);
            clients.add(Thread.startVirtualThread(() -> {
                try {
                    ClientSleep.millis(random.nextInt(ARRIVAL_MILLIS));
                    while (System.nanoTime() < end && !Thread.currentThread().isInterrupted()) {
                        SoakSession.run(shared, ClientBehavior.random(random), random, source);
                    }
                } catch (InterruptedIOException e) {
                    Thread.currentThread().interrupt();
                }
            }));
        }
        return clients;
    }

    /** Waits for each client to finish its session: the answers must still come. */
    private static void finish(List<Thread> clients, SoakStats stats) throws InterruptedException {
        long deadline = System.nanoTime() + LAST_SESSIONS_BOUND.toNanos();
        for (var client : clients) {
            long left = deadline - System.nanoTime();
            if (left <= 0 || !client.join(Duration.ofNanos(left))) {
                stats.wrong(
                        ClientBehavior.KEEP_ALIVE,
                        "a session was still open %d s after the end".formatted(LAST_SESSIONS_BOUND.toSeconds()));
                return;
            }
        }
    }

    private void judge(SoakStats stats, List<Long> samples, AttackResults results) {
        var rss = RssGrowth.of(samples, time);
        results.soak = new Soak(
                seed,
                connections,
                time.toMillis() / 1e3,
                stats.requests(),
                stats.answers(),
                stats.sessions(),
                stats.wrong(),
                stats.faults(),
                rss,
                SoakSamples.FILE);
        if (stats.wrong() > 0) {
            results.fault(
                    "%,d answers were wrong or missing, %,d of them for this reason: %s",
                    stats.wrong(),
                    stats.faults().getFirst().times(),
                    stats.faults().getFirst().what());
        }
        if (stats.requests() == 0) {
            results.fault("the clients sent no request, so the soak proves nothing");
        }
        if (rss.judged() && !RssGrowth.isFlat(rss)) {
            results.fault(
                    "RSS grew by %.1f %% from the third quarter to the last; it must grow by less than %.0f %%",
                    rss.growthPercent(), RssGrowth.FLAT_PERCENT);
        }
    }
}
