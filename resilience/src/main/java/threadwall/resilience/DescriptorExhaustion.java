package threadwall.resilience;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import threadwall.loadgen.testbed.ServerCatalog;
import threadwall.process.PreconditionException;
import threadwall.process.Progress;
import threadwall.record.ResilienceRecord.Round;

/**
 * More clients at once than the server may have descriptors. Each asks, holds its connection for a while after its
 * answer, and leaves; so those that wait outside come in by turns, and all of them have to get their answer.
 *
 * @param nofile hard limit of the server's descriptors
 */
public record DescriptorExhaustion(int nofile, int clients, int rounds) implements ClientAttack {

    private static final long NOISE_BYTES = 2 * 1024 * 1024;

    /**
     * A server may keep pools for as many connections as it had at once: Tomcat 11.0.24 keeps 23 kB for each in wrappers and
     * buffers. A leak for each client would be as many as come in all rounds.
     */
    private static final int POOLED_BYTES_A_CONNECTION = 32 * 1024;

    /** Long enough that the server's descriptors are all taken before the first client leaves. */
    private static final long HELD_MILLIS = 500;

    private static final int PATIENCE_MILLIS = 60_000;
    private static final Duration RETURN_BOUND = Duration.ofSeconds(10);
    private static final long LOOK_MILLIS = 10;

    /**
     * For a server that turns clients away to take them again. One that only pauses after a failed accept leaves them in its
     * accept queue, where they have their patience.
     */
    private static final Duration RECOVERY = Duration.ofSeconds(5);

    private static final long RETRY_MILLIS = 100;

    @Override
    public String name() {
        return "descriptors";
    }

    @Override
    public void check(ServerCatalog server) throws PreconditionException, IOException {
        if (clients <= nofile) {
            throw PreconditionException.usage(
                    "--clients %,d: to run out of %,d descriptors takes more clients; raise --clients, or lower --nofile",
                    clients, nofile);
        }
        TestRun.requireDescriptors(clients + 500L);
    }

    @Override
    public long heapAllowance() {
        return NOISE_BYTES + (long) POOLED_BYTES_A_CONNECTION * nofile;
    }

    @Override
    public long objectAllowance() {
        return Math.max(64, nofile);
    }

    @Override
    public void against(ServerUnderTest victim, TestFindings findings) throws IOException, InterruptedException {
        var shortfall = new FdExhaustionStats(nofile);
        findings.shortfall = shortfall;
        long started = System.nanoTime();
        for (int number = 1; number <= rounds; number++) {
            var left = Progress.secondsLeft(started, number - 1, rounds);
            findings.progress.step(number, rounds, "%,d clients, %,d descriptors".formatted(clients, nofile), left);
            var round = round(number, victim, findings, shortfall);
            findings.rounds.add(round);
            if (!victim.isAlive()) {
                break;
            }
            if (round.secondsToReturn() == null) {
                findings.fault(
                        "round %d: %d s after the last client had left, the server holds %,d sockets",
                        number, RETURN_BOUND.toSeconds(), victim.connections());
            }
            var unserved = serves(victim);
            if (unserved != null) {
                victim.look().ifPresent(look -> shortfall.servesNobody(unserved, look));
                break;
            }
            findings.progress.done(
                    "%,d answered, most descriptors %,d".formatted(round.answered(), round.peakDescriptors()));
        }
        findings.faults.addAll(shortfall.faults());
    }

    private Round round(int number, ServerUnderTest victim, TestFindings findings, FdExhaustionStats shortfall)
            throws IOException, InterruptedException {
        var answered = new AtomicInteger();
        var left = new CountDownLatch(clients);
        for (int i = 0; i < clients; i++) {
            Thread.startVirtualThread(() -> {
                shortfall.asked();
                try (var wire =
                        RawHttpConnection.open(victim.address(), HeldConnections.source(number), PATIENCE_MILLIS, 0)) {
                    var fault = ask(wire);
                    if (fault.isEmpty()) {
                        answered.incrementAndGet();
                        shortfall.answered();
                        RetryDelay.millis(HELD_MILLIS);
                    } else {
                        shortfall.lost(fault.get());
                    }
                } catch (IOException e) {
                    shortfall.lost(e.getMessage());
                } finally {
                    left.countDown();
                }
            });
        }
        long peak = 0;
        while (!left.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
            var look = victim.look();
            look.ifPresent(shortfall::saw);
            peak = Math.max(peak, look.map(ServerUnderTest.Look::descriptors).orElse(0L));
        }
        shortfall.rest();
        return new Round(
                number,
                clients,
                peak,
                null,
                answered.get(),
                HangupAttack.boxed(victim.awaitReturn(findings.before, RETURN_BOUND)));
    }

    /** Whether a client that comes now is served, at once or a moment later: {@code null}, or what the last one saw. */
    private static String serves(ServerUnderTest victim) throws InterruptedException {
        for (long end = System.nanoTime() + RECOVERY.toNanos(); ; Thread.sleep(RETRY_MILLIS)) {
            String fault;
            try (var wire = RawHttpConnection.open(victim.address(), HeldConnections.source(0), PATIENCE_MILLIS, 0)) {
                fault = ask(wire).orElse(null);
            } catch (IOException e) {
                fault = e.getMessage();
            }
            if (fault == null || System.nanoTime() > end) {
                return fault;
            }
        }
    }

    /** What is wrong with the answer; empty when nothing is. */
    private static Optional<String> ask(RawHttpConnection wire) throws IOException {
        wire.send(RawRequest.JSON.bytes());
        return RawRequest.JSON.due().faultIn(wire.read(false));
    }
}
