package threadwall.loadgen.sweep.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import threadwall.limits.LimitAssessment;
import threadwall.loadgen.engine.LoadEngine;
import threadwall.loadgen.testbed.HostLimits;

/** Predictions for a step, as sentences for the user. */
record PlanNotes(SweepConfig config, HostLimits host, LoadSizing load, int concurrency) {

    /** Most connections per second that one {@code ab} was measured to open, at 97 % of a core. */
    private static final int AB_CONNECTIONS_PER_SECOND = 22_600;

    /**
     * For a server that the step starts.
     *
     * @param shards its processes
     * @param threadLimit the limit that its threads would hit first; empty when they fit
     */
    List<String> forServer(int shards, Optional<LimitAssessment> threadLimit) {
        var lines = new ArrayList<String>();
        if (shards > 1) {
            lines.add(
                    "%d server processes: nofile allows each at most %,d descriptors".formatted(shards, host.nofile()));
        }
        var limits = config.server().limits();
        if (limits != null) {
            var parts = new ArrayList<String>();
            if (limits.memoryBytes() != null) {
                parts.add("%,d MB of memory".formatted(limits.memoryBytes() >> 20));
            }
            if (limits.cpus() != null) {
                parts.add("%s CPUs".formatted(limits.cpus()));
            }
            lines.add("each server process may use " + String.join(" and ", parts));
        }
        lines.addAll(forLoad());
        threadLimit.ifPresent(limit -> lines.add("may need %,d threads; %s = %,d allows %,d"
                .formatted(
                        concurrency,
                        limit.name(),
                        limit.inForce().orElseThrow(),
                        limit.allows().orElseThrow())));
        return List.copyOf(lines);
    }

    /**
     * For any server. The rate at which all requests are in the handler at once follows from Little's law, N = rate x
     * time.
     */
    List<String> forLoad() {
        var lines = new ArrayList<String>();
        Integer sleep = load.route().sleepMillis();
        if (sleep != null && sleep > 0) {
            double needed = concurrency * 1_000.0 / sleep;
            if (config.load().engineConfig().engine().equals(LoadEngine.AB)
                    && !config.load().keepAlive()
                    && needed > AB_CONNECTIONS_PER_SECOND) {
                lines.add(("%,d connections are open, but only about rate x %d ms of their requests are in the handler"
                                + " at once. To have all there, the load needs %,.0f requests/s; one ab opens"
                                + " at most about %,d connections/s. Use --full-house")
                        .formatted(concurrency, sleep, needed, AB_CONNECTIONS_PER_SECOND));
            } else {
                lines.add("%,d requests in the handler at once need %,.0f requests/s".formatted(concurrency, needed));
            }
        }
        if (host.somaxconn() != null && concurrency > host.somaxconn()) {
            lines.add("accept queue %,d (net.core.somaxconn): connections of a larger burst wait for SYN retries"
                    .formatted(host.somaxconn()));
        }
        return List.copyOf(lines);
    }
}
