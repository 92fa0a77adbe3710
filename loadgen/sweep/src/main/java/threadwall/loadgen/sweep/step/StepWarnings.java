package threadwall.loadgen.sweep.step;

import java.util.ArrayList;
import java.util.List;
import threadwall.loadgen.engine.LoadEngine;
import threadwall.record.StepPlan;
import threadwall.record.StepRecord.Load;
import threadwall.record.StolenTime;

/** What a reader has to know of a step before comparing it, in words. */
final class StepWarnings {

    /** A client above this share of a core is what was measured, not the server. */
    private static final double CLIENT_BOUND = 0.95;

    /** Fewer connections open than this share of those asked is worth a remark. */
    private static final double NEARLY_ALL = 0.95;

    private final List<String> all = new ArrayList<>();

    private StepWarnings() {}

    /** @param load {@code null} when no client finished */
    static List<String> of(StepMetrics measured, StepPlan step, Load load) {
        var remarks = new StepWarnings();
        remarks.clientBound(measured.busiestShareOfCore(), step);
        remarks.add(measured.profile != null && measured.profile.source() != null, "profiled");
        remarks.add(
                step.shards().size() > 1,
                "sharded over %d".formatted(step.shards().size()));
        var open = measured.peaks.open;
        remarks.add(
                open != null && open < NEARLY_ALL * step.concurrency(),
                "only %,d connections open at once".formatted(open));
        if (measured.net != null) {
            remarks.counted(measured.net.listenOverflows(), "listen overflows");
            remarks.counted(measured.net.timeWaitOverflows(), "TIME_WAIT overflows");
        }
        StolenTime.remark(measured.stolenPercent).ifPresent(remarks.all::add);
        remarks.add(load != null && load.windowSeconds() == 0, "too short to be timed");
        remarks.add(
                measured.waitedForTimeWait >= 1, "waited %.0f s for TIME_WAIT".formatted(measured.waitedForTimeWait));
        return List.copyOf(remarks.all);
    }

    private void clientBound(Double busiest, StepPlan step) {
        var engine = LoadEngine.of(step);
        int threads = engine.threads(step.clients().getFirst().command());
        if (busiest != null && busiest > CLIENT_BOUND * threads) {
            all.add("client-bound (%s at %.0f %% of its %s)"
                    .formatted(
                            engine.name(),
                            100 * busiest / threads,
                            threads == 1 ? "core" : "%d threads".formatted(threads)));
        }
    }

    private void counted(Long count, String what) {
        add(count != null && count > 0, "%,d %s".formatted(count, what));
    }

    private void add(boolean holds, String remark) {
        if (holds) {
            all.add(remark);
        }
    }
}
