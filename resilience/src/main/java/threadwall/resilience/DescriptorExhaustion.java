package threadwall.resilience;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import threadwall.loadgen.http.ClientSleep;
import threadwall.loadgen.http.HttpConnection;
import threadwall.loadgen.testbed.ServerCatalog;
import threadwall.process.PreconditionException;
import threadwall.process.Progress;
import threadwall.record.ResilienceRecord.Round;

/**
 * More simultaneous clients than the server has descriptors. Each sends a request, holds its connection for a while after the
 * answer and disconnects, which frees a descriptor for a waiting one. All clients must get the right answer.
 *
 * @param nofile hard limit of the server's descriptors
 */
public record DescriptorExhaustion(int nofile, int clients, int rounds) implements ClientAttack {

    private static final long NOISE_BYTES = 2 * 1024 * 1024;

    /**
     * What a server may keep for each connection that it had simultaneously: Tomcat 11.0.24 pools 23 kB of wrappers and
     * buffers. A leak would show for each client of all rounds.
     */
    private static final int POOLED_BYTES_PER_CONNECTION = 32 * 1024;

    /** Long enough that all of the server's descriptors are in use before the first client disconnects. */
    private static final long HELD_MILLIS = 500;

    private static final int TIMEOUT_MILLIS = 60_000;
    private static final Duration RETURN_BOUND = Duration.ofSeconds(10);
    private static final long POLL_MILLIS = 10;

    /**
     * For a server that rejects clients to accept them again. One that pauses after a failed accept leaves them in the accept
     * queue, where they wait until their timeout.
     */
    private static final Duration RECOVERY_BOUND = Duration.ofSeconds(5);

    private static final long RETRY_MILLIS = 100;

    @Override
    public String name() {
        return "descriptors";
    }

    @Override
    public void check(ServerCatalog server) throws PreconditionException, IOException {
        if (clients <= nofile) {
            throw PreconditionException.usage(
                    "--clients %,d cannot exhaust %,d descriptors; raise --clients, or lower --nofile",
                    clients, nofile);
        }
        TestRun.requireDescriptors(clients + 500L);
    }

    @Override
    public long connectionsAtOnce() {
        return nofile;
    }

    @Override
    public long heapAllowance() {
        return NOISE_BYTES + (long) POOLED_BYTES_PER_CONNECTION * nofile;
    }

    @Override
    public long objectAllowance() {
        return Math.max(64, nofile);
    }

    @Override
    public void against(ServerUnderTest server, AttackResults results) throws IOException, InterruptedException {
        var stats = new FdExhaustionStats(nofile);
        results.fdExhaustion = stats;
        long started = System.nanoTime();
        for (int number = 1; number <= rounds; number++) {
            var secondsLeft = Progress.secondsLeft(started, number - 1, rounds);
            results.progress.step(
                    number, rounds, "%,d clients, %,d descriptors".formatted(clients, nofile), secondsLeft);
            var round = round(number, server, results, stats);
            results.rounds.add(round);
            if (!server.isAlive()) {
                break;
            }
            if (round.secondsToReturn() == null) {
                results.fault(
                        "round %d: %d s after the last client left, the server still has %,d sockets",
                        number, RETURN_BOUND.toSeconds(), server.connections());
            }
            var laterFault = faultOfLaterClient(server);
            if (laterFault != null) {
                server.sample().ifPresent(sample -> stats.servesNobody(laterFault, sample));
                break;
            }
            results.progress.done(
                    "%,d answered, at most %,d descriptors".formatted(round.answered(), round.peakDescriptors()));
        }
        results.faults.addAll(stats.faults());
    }

    private Round round(int number, ServerUnderTest server, AttackResults results, FdExhaustionStats stats)
            throws IOException, InterruptedException {
        var answered = new AtomicInteger();
        var active = new CountDownLatch(clients);
        for (int i = 0; i < clients; i++) {
            Thread.startVirtualThread(() -> {
                stats.connecting();
                try (var connection =
                        HttpConnection.open(server.address(), HeldConnections.source(number), TIMEOUT_MILLIS)) {
                    var fault = exchange(connection);
                    if (fault.isEmpty()) {
                        answered.incrementAndGet();
                        stats.answered();
                        ClientSleep.millis(HELD_MILLIS);
                    } else {
                        stats.lost(fault.get());
                    }
                } catch (IOException e) {
                    stats.lost(e.getMessage());
                } finally {
                    active.countDown();
                }
            });
        }
        long peak = 0;
        while (!active.await(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
            var sample = server.sample();
            sample.ifPresent(stats::sampled);
            peak = Math.max(
                    peak, sample.map(ServerUnderTest.ServerSample::descriptors).orElse(0L));
        }
        stats.pauseSampling();
        return new Round(
                number,
                clients,
                peak,
                null,
                answered.get(),
                server.awaitReturn(results.before, RETURN_BOUND).orElse(null));
    }

    /** {@code null} when a client that connects now is served, at once or after a retry; otherwise what the last one saw. */
    private static String faultOfLaterClient(ServerUnderTest server) throws InterruptedException {
        for (long end = System.nanoTime() + RECOVERY_BOUND.toNanos(); ; Thread.sleep(RETRY_MILLIS)) {
            String fault;
            try (var connection = HttpConnection.open(server.address(), HeldConnections.source(0), TIMEOUT_MILLIS)) {
                fault = exchange(connection).orElse(null);
            } catch (IOException e) {
                fault = e.getMessage();
            }
            if (fault == null || System.nanoTime() > end) {
                return fault;
            }
        }
    }

    /** Sends a request; what is wrong with the answer, empty when it is right. */
    private static Optional<String> exchange(HttpConnection connection) throws IOException {
        connection.send(RawRequest.JSON.text());
        return RawRequest.JSON.expected().faultIn(connection.read(false));
    }
}
