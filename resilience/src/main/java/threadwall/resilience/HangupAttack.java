package threadwall.resilience;

import java.io.IOException;
import java.time.Duration;
import threadwall.loadgen.testbed.ServerCatalog;
import threadwall.process.PreconditionException;
import threadwall.process.Progress;
import threadwall.record.ResilienceRecord.Round;

/**
 * Clients that request a long sleep and reset their connections during it, round after round. The server must free what it
 * holds for them within a quarter of the sleep, not at its end. A FIN would not do: a client that has only ended its input
 * deserves the answer.
 *
 * @param sleep the one that they request
 */
public record HangupAttack(int clients, int rounds, Duration sleep) implements ClientAttack {

    /** Allowed growth over the rounds: a leak of one object for each client would take at least 16 bytes. */
    private static final int BYTES_PER_CLIENT = 8;

    private static final long HEAP_NOISE = 512 * 1024;

    /** What a server may keep for each client: pools that grew in the first round. */
    private static final int POOLED_BYTES_PER_CLIENT = 1_024;

    /** Within this time a server may shrink pools that grew in the last round. Kilim's do in two seconds. */
    private static final Duration POOLS_SHRINK_BOUND = Duration.ofSeconds(10);

    private static final long HEAP_POLL_MILLIS = 1_000;

    private static final Duration REQUESTS_READ_BOUND = Duration.ofSeconds(20);
    private static final long POLL_MILLIS = 20;

    @Override
    public String name() {
        return "hangup";
    }

    @Override
    public void check(ServerCatalog server) throws PreconditionException, IOException {
        if (!server.jvm()) {
            throw PreconditionException.usage(
                    "resilience hangup checks the heap of a JVM, and %s has none; name a JVM server with --server",
                    server.label());
        }
        TestRun.requireDescriptors(clients + 500L);
    }

    @Override
    public long connectionsAtOnce() {
        return clients;
    }

    @Override
    public long heapAllowance() {
        return 2 * HEAP_NOISE + (long) POOLED_BYTES_PER_CLIENT * clients;
    }

    @Override
    public long objectAllowance() {
        return Math.max(64, clients / 100);
    }

    @Override
    public void against(ServerUnderTest server, AttackResults results) throws IOException, InterruptedException {
        long first = 0;
        long started = System.nanoTime();
        for (int number = 1; number <= rounds; number++) {
            var secondsLeft = Progress.secondsLeft(started, number - 1, rounds);
            results.progress.step(number, rounds, "%,d clients hang up".formatted(clients), secondsLeft);
            var round = round(number, server, results);
            results.rounds.add(round);
            if (round.atWork() < clients) {
                results.fault(
                        "round %d: of %,d requests the server had read only %,d when the clients hung up",
                        number, clients, round.atWork());
            }
            if (round.secondsToReturn() == null) {
                results.fault(
                        "round %d: %s after the hang-up the server has %,d descriptors more than before, and %,d of %,d"
                                + " connections are still open%s",
                        number,
                        inSeconds(returnBound()),
                        server.descriptors() - results.before.descriptors(),
                        server.connections(),
                        clients,
                        states(server));
                return; // the clients of the next round would add to these
            }
            results.progress.done("all freed after %.2f s".formatted(round.secondsToReturn()));
            first = number == 1 ? server.liveObjects().orElseThrow().bytes() : first;
        }
        compareHeap(first, server, results);
    }

    private Round round(int number, ServerUnderTest server, AttackResults results)
            throws IOException, InterruptedException {
        try (var held = HeldConnections.open(
                server.address(),
                clients,
                RawRequest.sleep((int) sleep.toMillis()).text())) {
            int atWork = awaitRequestsRead(server, results);
            long descriptors = server.descriptors();
            held.reset();
            var back = server.awaitReturn(results.before, returnBound());
            return new Round(number, clients, descriptors, atWork, null, back.orElse(null));
        }
    }

    /**
     * Waits until the server has accepted and read all requests, according to the kernel: the server's own counters are not
     * independent.
     */
    private int awaitRequestsRead(ServerUnderTest server, AttackResults results)
            throws IOException, InterruptedException {
        long deadline = System.nanoTime() + REQUESTS_READ_BOUND.toNanos();
        while (true) {
            // a connection in the accept queue is ESTABLISHED, but has no descriptor yet, and its bytes are unread
            long held = server.descriptors() - results.before.descriptors() + ServerUnderTest.SPARE_DESCRIPTORS;
            int read = (int) Math.min(held, server.established() - server.unread());
            if (read >= clients || System.nanoTime() > deadline) {
                return Math.clamp(read, 0, clients);
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    /** Compares the heap after the last round, once pools have shrunk, with that after the first. */
    private void compareHeap(long first, ServerUnderTest server, AttackResults results)
            throws IOException, InterruptedException {
        if (rounds < 2) {
            return;
        }
        long noise = Math.max(HEAP_NOISE, (long) BYTES_PER_CLIENT * clients * (rounds - 1));
        long deadline = System.nanoTime() + POOLS_SHRINK_BOUND.toNanos();
        long last = server.liveObjects().orElseThrow().bytes();
        while (last > first + noise && System.nanoTime() < deadline) {
            Thread.sleep(HEAP_POLL_MILLIS);
            last = server.liveObjects().orElseThrow().bytes();
        }
        if (last > first + noise) {
            results.fault(
                    "%,d bytes of live heap after the last round, %,d after the first: %.1f more per client",
                    last, first, (double) (last - first) / ((long) clients * (rounds - 1)));
        }
    }

    private static String states(ServerUnderTest server) throws IOException {
        var states = server.socketStates();
        return states.isEmpty() ? "" : " (" + states + ")";
    }

    private Duration returnBound() {
        return sleep.dividedBy(4);
    }

    private static String inSeconds(Duration time) {
        return "%.1f s".formatted(time.toMillis() / 1e3);
    }
}
