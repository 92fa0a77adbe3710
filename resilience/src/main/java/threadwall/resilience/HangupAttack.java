package threadwall.resilience;

import java.io.IOException;
import java.time.Duration;
import java.util.OptionalDouble;
import threadwall.loadgen.testbed.ServerCatalog;
import threadwall.process.PreconditionException;
import threadwall.process.Progress;
import threadwall.record.ResilienceRecord.Round;

/**
 * Clients that ask for a long sleep and hang up in its midst, half by FIN and half by RST, round after round. What a
 * server holds for them has to go at once, not when the sleep is over: within a quarter of it.
 *
 * @param sleepMillis what they ask for
 */
public record HangupAttack(int clients, int rounds, int sleepMillis) implements ClientAttack {

    /** A leak of one object a client takes 16 bytes; over the rounds this much is less than half of one. */
    private static final int BYTES_A_CLIENT = 8;

    private static final long LEAST_NOISE = 512 * 1024;

    /** The heap after the first round holds what the server keeps for good (pools grown to that many clients). */
    private static final int POOLED_BYTES_A_CLIENT = 1_024;

    private static final Duration AT_WORK_BOUND = Duration.ofSeconds(20);
    private static final long LOOK_MILLIS = 20;

    @Override
    public String name() {
        return "hangup";
    }

    @Override
    public void check(ServerCatalog server) throws PreconditionException, IOException {
        if (!server.jvm()) {
            throw PreconditionException.usage(
                    "resilience hangup looks into the heap of a JVM, and %s has none; give --server one that runs on the JVM",
                    server.label());
        }
        TestRun.requireDescriptors(clients + 500L);
    }

    @Override
    public long heapAllowance() {
        return 2 * LEAST_NOISE + (long) POOLED_BYTES_A_CLIENT * clients;
    }

    @Override
    public long objectAllowance() {
        return Math.max(64, clients / 100);
    }

    @Override
    public void against(ServerUnderTest victim, TestFindings findings) throws IOException, InterruptedException {
        long first = 0;
        long started = System.nanoTime();
        for (int number = 1; number <= rounds; number++) {
            var left = Progress.secondsLeft(started, number - 1, rounds);
            findings.progress.step(number, rounds, "%,d clients hang up".formatted(clients), left);
            var round = round(number, victim, findings);
            findings.rounds.add(round);
            if (round.atWork() < clients) {
                findings.fault(
                        "round %d: of %,d requests the server had read only %,d when they were to be hung up on",
                        number, clients, round.atWork());
            }
            if (round.secondsToReturn() == null) {
                findings.fault(
                        "round %d: %s after the hang-up %,d of %,d sockets %s and %,d descriptors are still there",
                        number,
                        text(bound()),
                        victim.connections(),
                        clients,
                        victim.socketStates(),
                        victim.descriptors() - findings.before.descriptors());
                return; // the next round's clients would come on top
            }
            findings.progress.done("all gone after %.2f s".formatted(round.secondsToReturn()));
            first = number == 1 ? victim.liveObjects().orElseThrow().bytes() : first;
        }
        compare(first, victim, findings);
    }

    private Round round(int number, ServerUnderTest victim, TestFindings findings)
            throws IOException, InterruptedException {
        try (var crowd = HeldConnections.gather(
                victim.address(), clients, RawRequest.sleep(sleepMillis).text())) {
            int atWork = awaitAtWork(victim, findings);
            long descriptors = victim.descriptors();
            crowd.hangUp();
            var back = victim.awaitReturn(findings.before, bound());
            return new Round(number, clients, descriptors, atWork, null, boxed(back));
        }
    }

    /**
     * Waits until the server has accepted and read all requests, by the kernel's account: the server itself counts only
     * what its handlers say.
     */
    private int awaitAtWork(ServerUnderTest victim, TestFindings findings) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + AT_WORK_BOUND.toNanos();
        while (true) {
            // a connection that waits in the accept queue is ESTABLISHED and has no descriptor; its bytes are unread
            long held = victim.descriptors() - findings.before.descriptors() + ServerUnderTest.SPARE_DESCRIPTORS;
            int read = (int) Math.min(held, victim.established() - victim.unread());
            if (read >= clients || System.nanoTime() > deadline) {
                return Math.clamp(read, 0, clients);
            }
            Thread.sleep(LOOK_MILLIS);
        }
    }

    /** The heap after the last round beside that after the first, which has grown the server's pools. */
    private void compare(long first, ServerUnderTest victim, TestFindings findings)
            throws IOException, InterruptedException {
        if (rounds < 2) {
            return;
        }
        long noise = Math.max(LEAST_NOISE, (long) BYTES_A_CLIENT * clients * (rounds - 1));
        long last = victim.liveObjects().orElseThrow().bytes();
        if (last > first + noise) {
            findings.fault(
                    "%,d bytes of live heap after the last round, %,d after the first: %.1f for each client between",
                    last, first, (double) (last - first) / ((long) clients * (rounds - 1)));
        }
    }

    private Duration bound() {
        return Duration.ofMillis(sleepMillis / 4);
    }

    private static String text(Duration time) {
        return "%.1f s".formatted(time.toMillis() / 1e3);
    }

    static Double boxed(OptionalDouble seconds) {
        return seconds.isPresent() ? Double.valueOf(seconds.getAsDouble()) : null;
    }
}
