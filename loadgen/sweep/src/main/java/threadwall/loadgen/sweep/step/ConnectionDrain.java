package threadwall.loadgen.sweep.step;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import threadwall.loadgen.sweep.plan.LoadLength;
import threadwall.loadgen.testbed.StepFailedException;
import threadwall.process.socket.SockDiag;
import threadwall.process.socket.SocketFilter;
import threadwall.record.StepPlan;
import threadwall.record.StepPlan.PlannedLoad;

/** Waits until the connections of a load are closed, so that they do not burden the next one. */
final class ConnectionDrain {

    /** Without a connection that is closed: a server that closes thousands on a slow machine needs longer in all. */
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private static final Duration LONGEST = Duration.ofMinutes(5);
    private static final Duration POLL_INTERVAL = Duration.ofMillis(50);

    private ConnectionDrain() {}

    /** Waits until the step's clients have no connection to its servers; connections of other processes are ignored. */
    static void await(StepPlan step) throws StepFailedException, IOException, InterruptedException {
        for (var shard : step.shards()) {
            await(URI.create(shard.url()), sources(step));
        }
    }

    /**
     * Waits until none of these addresses has a connection to the server in any state, except for sockets that the
     * kernel keeps after both processes have closed them: TIME_WAIT, and FIN_WAIT2 if the client's last packet was
     * lost.
     */
    static void await(URI server, Set<InetAddress> sources)
            throws StepFailedException, IOException, InterruptedException {
        // filter by address too, since another process may have the same number as its source port
        var ours = SocketFilter.CONNECTIONS.withoutOrphans().from(sources).at(InetAddress.getByName(server.getHost()));
        long began = System.nanoTime();
        long lastClosed = began;
        long fewest = Long.MAX_VALUE;
        try (var sockets = SockDiag.open()) {
            for (var open = sockets.count(server.getPort(), ours);
                    open.total() > 0;
                    open = sockets.count(server.getPort(), ours)) {
                long now = System.nanoTime();
                if (open.total() < fewest) {
                    fewest = open.total();
                    lastClosed = now;
                }
                if (now - lastClosed > TIMEOUT.toNanos() || now - began > LONGEST.toNanos()) {
                    throw new StepFailedException("%,d connections were still open %d s after the load: %s"
                            .formatted(
                                    open.total(), Duration.ofNanos(now - began).toSeconds(), open.byState()));
                }
                Thread.sleep(POLL_INTERVAL);
            }
        }
    }

    /** Source addresses of the clients in all loads of the step. */
    static Set<InetAddress> sources(StepPlan step) throws IOException {
        var sources = new HashSet<InetAddress>();
        for (var client : step.clients()) {
            for (var planned : new PlannedLoad[] {client.warmUp(), client.cold(), client.measured()}) {
                if (planned != null) {
                    for (var source : planned.load().sources()) {
                        sources.add(InetAddress.getByName(source));
                    }
                }
            }
            for (var measured : client.measured().load().sources()) {
                sources.add(InetAddress.getByName(LoadLength.sourceOfRepeat(measured)));
            }
        }
        return sources;
    }
}
