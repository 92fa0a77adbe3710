package threadwall.loadgen.sweep.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import threadwall.limits.LimitAssessment;
import threadwall.loadgen.engine.LoadEngine;
import threadwall.loadgen.testbed.HostLimits;

/** What a plan foretells of a step, in words. */
record PlanNotes(SweepConfig config, HostLimits host, LoadSizing load, int concurrency) {

    /** What one {@code ab} was seen to open at most, in connections a second, at 97 % of a core. */
    private static final int AB_CONNECTIONS_PER_SECOND = 22_600;

    /**
     * Of a server that the step starts.
     *
     * @param shards its processes
     * @param wall what its threads would meet first; empty when they fit
     */
    List<String> ofOurs(int shards, Optional<LimitAssessment> wall) {
        var lines = new ArrayList<String>();
        if (shards > 1) {
            lines.add("%d server processes: nofile %,d is the most that one may hold".formatted(shards, host.nofile()));
        }
        lines.addAll(ofAny());
        wall.ifPresent(limit -> lines.add("may want %,d threads; %s = %,d allows %,d"
                .formatted(
                        concurrency,
                        limit.name(),
                        limit.inForce().orElseThrow(),
                        limit.allows().orElseThrow())));
        return List.copyOf(lines);
    }

    /** Of any server, by Little's law, N = rate x time: what it would take to have every connection's request in the handler. */
    List<String> ofAny() {
        var lines = new ArrayList<String>();
        Integer sleep = load.route().sleepMillis();
        if (sleep != null && sleep > 0) {
            double needed = concurrency * 1_000.0 / sleep;
            if (config.load().drive().engine().equals(LoadEngine.AB)
                    && !config.load().keepAlive()
                    && needed > AB_CONNECTIONS_PER_SECOND) {
                lines.add(("%,d connections open, but in the handler only rate x %d ms: all at once would take %,.0f"
                                + " requests/s, and one ab opens about %,d connections/s at most (--full-house fills it)")
                        .formatted(concurrency, sleep, needed, AB_CONNECTIONS_PER_SECOND));
            } else {
                lines.add("%,d requests in the handler at once take %,.0f requests/s".formatted(concurrency, needed));
            }
        }
        if (host.somaxconn() != null && concurrency > host.somaxconn()) {
            lines.add("accept queue %,d (net.core.somaxconn): bursts of connections beyond it wait for SYN retries"
                    .formatted(host.somaxconn()));
        }
        return List.copyOf(lines);
    }
}
