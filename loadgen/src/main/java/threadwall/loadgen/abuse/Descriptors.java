package threadwall.loadgen.abuse;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import threadwall.loadgen.plan.Refused;
import threadwall.loadgen.plan.Servers;
import threadwall.loadgen.run.Progress;
import threadwall.record.AbuseRecord.Round;

/**
 * More clients at once than the server may have descriptors. Each asks, holds its connection for a while after its
 * answer, and leaves; so those that wait outside come in by turns, and all of them have to get their answer.
 *
 * @param nofile hard limit of the server's descriptors
 */
public record Descriptors(int nofile, int clients, int rounds) implements Abuse {

    /** Long enough that the server's descriptors are all taken before the first client leaves. */
    private static final long HELD_MILLIS = 500;

    private static final int PATIENCE_MILLIS = 60_000;
    private static final Duration RETURN_BOUND = Duration.ofSeconds(10);
    private static final long LOOK_MILLIS = 10;

    @Override
    public String name() {
        return "descriptors";
    }

    @Override
    public void check(Servers server) throws Refused, IOException {
        Trial.requireDescriptors(clients + 500L);
    }

    @Override
    public long heapAllowance() {
        return 2L * 1024 * 1024;
    }

    @Override
    public long objectAllowance() {
        return Math.max(64, nofile);
    }

    @Override
    public void against(Victim victim, Findings findings) throws IOException, InterruptedException {
        long started = System.nanoTime();
        for (int number = 1; number <= rounds; number++) {
            var left = Progress.secondsLeft(started, number - 1, rounds);
            findings.progress.step(number, rounds, "%,d clients, %,d descriptors".formatted(clients, nofile), left);
            var fault = new AtomicReference<String>();
            var round = round(number, victim, findings, fault);
            findings.rounds.add(round);
            if (round.answered() < clients) {
                findings.fault(
                        "round %d: %,d of %,d clients got their answer; one of the others: %s",
                        number, round.answered(), clients, fault.get());
            }
            if (round.secondsToReturn() == null) {
                findings.fault(
                        "round %d: %d s after the last client had left, the server holds %,d sockets",
                        number, RETURN_BOUND.toSeconds(), victim.connections());
            }
            var served = serves(victim);
            if (served != null) {
                findings.fault("after round %d it does not serve: %s", number, served);
                return;
            }
            findings.progress.done(
                    "%,d answered, most descriptors %,d".formatted(round.answered(), round.peakDescriptors()));
        }
    }

    private Round round(int number, Victim victim, Findings findings, AtomicReference<String> fault)
            throws IOException, InterruptedException {
        var answered = new AtomicInteger();
        var left = new CountDownLatch(clients);
        var threads = new ArrayList<Thread>();
        for (int i = 0; i < clients; i++) {
            threads.add(Thread.startVirtualThread(() -> {
                try (var wire = Wire.open(victim.address(), Crowd.source(number), PATIENCE_MILLIS, 0)) {
                    wire.send(Asked.JSON.bytes());
                    Asked.JSON.due().faultIn(wire.read(false)).ifPresentOrElse(fault::set, answered::incrementAndGet);
                    Pause.millis(HELD_MILLIS);
                } catch (IOException e) {
                    fault.set(e.getMessage());
                } finally {
                    left.countDown();
                }
            }));
        }
        long peak = 0;
        while (!left.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
            peak = Math.max(peak, victim.descriptors());
        }
        for (var thread : threads) {
            thread.join();
        }
        return new Round(
                number,
                clients,
                peak,
                null,
                answered.get(),
                Hangup.boxed(victim.awaitReturn(findings.before, RETURN_BOUND)));
    }

    /** Whether a client that comes now is served: {@code null}, or what is wrong. */
    private static String serves(Victim victim) {
        try (var wire = Wire.open(victim.address(), Crowd.source(0), PATIENCE_MILLIS, 0)) {
            wire.send(Asked.JSON.bytes());
            return Asked.JSON.due().faultIn(wire.read(false)).orElse(null);
        } catch (IOException e) {
            return e.getMessage();
        }
    }
}
