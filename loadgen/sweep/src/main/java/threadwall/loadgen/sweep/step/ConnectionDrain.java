package threadwall.loadgen.sweep.step;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import threadwall.loadgen.testbed.StepFailedException;
import threadwall.process.socket.SockDiag;
import threadwall.process.socket.SocketFilter;
import threadwall.record.StepPlan;
import threadwall.record.StepPlan.PlannedLoad;

/** A server whose earlier connections are still closing is not loaded again. */
final class ConnectionDrain {

    private static final Duration LONGEST = Duration.ofSeconds(30);
    private static final Duration LOOK = Duration.ofMillis(50);

    private ConnectionDrain() {}

    /** Waits until the step's clients have no connection at its servers; those of others may stay as long as they like. */
    static void await(StepPlan step) throws StepFailedException, IOException, InterruptedException {
        for (var shard : step.shards()) {
            await(URI.create(shard.url()), sources(step));
        }
    }

    /**
     * Waits until none of these addresses has a connection at the server, whatever its state, but for what the kernel keeps
     * when both are done with it: TIME_WAIT, and FIN_WAIT2 of which the client's last packet was lost.
     */
    static void await(URI server, Set<InetAddress> sources)
            throws StepFailedException, IOException, InterruptedException {
        // by address too: a stranger may have the port as its source port
        var ours = SocketFilter.CONNECTIONS.withoutOrphans().from(sources).at(InetAddress.getByName(server.getHost()));
        long deadline = System.nanoTime() + LONGEST.toNanos();
        try (var sockets = SockDiag.open()) {
            for (var open = sockets.count(server.getPort(), ours);
                    open.total() > 0;
                    open = sockets.count(server.getPort(), ours)) {
                if (System.nanoTime() > deadline) {
                    throw new StepFailedException("%,d connections were still not closed %d s after the load: %s"
                            .formatted(open.total(), LONGEST.toSeconds(), open.byState()));
                }
                Thread.sleep(LOOK);
            }
        }
    }

    /** Where the clients connect from, in whatever load of the step. */
    static Set<InetAddress> sources(StepPlan step) throws IOException {
        var sources = new HashSet<InetAddress>();
        for (var client : step.clients()) {
            for (var planned : new PlannedLoad[] {client.warmUp(), client.cold(), client.measured()}) {
                if (planned != null) {
                    sources.add(InetAddress.getByName(planned.load().source()));
                }
            }
        }
        return sources;
    }
}
