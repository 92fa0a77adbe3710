package threadwall.loadgen.sweep.step;

import java.time.Instant;
import java.util.List;
import threadwall.loadgen.testbed.ServerShards;
import threadwall.record.StepPlan;
import threadwall.record.StepRecord;
import threadwall.record.StepRecord.Gc;
import threadwall.record.StepRecord.Limits;
import threadwall.record.StepRecord.Profile;
import threadwall.record.StepRecord.Sampling;

/**
 * What a step measured, phase by phase, and the record that follows from it. A phase that the step did not come to is
 * {@code null}.
 *
 * @param waitedForTimeWait seconds that the step waited for room in TIME_WAIT
 * @param cold {@code null} as well unless the step bounds its database's memory
 * @param stopped {@code null} as well on servers that stay up
 * @param profile {@code null} as well unless stacks are asked for
 */
public record StepMetrics(
        double waitedForTimeWait,
        BeforeLoad before,
        ColdCacheLoad.Result cold,
        LoadMetrics load,
        AfterLoad after,
        Stopped stopped,
        Gc gc,
        Sampling sampling,
        Profile profile) {

    /** Of a step that did not start. */
    public static final StepMetrics NONE = new StepMetrics(0, null, null, null, null, null, null, null, null);

    /** The servers before any load. */
    record BeforeLoad(ServerShards.Reading idle, List<Limits> limits) {}

    /** The servers after the load; {@code pssBytes} is {@code null} where it cannot be read. */
    record AfterLoad(List<Limits> limits, Long pssBytes) {}

    /**
     * What the servers counted, told when they stopped, and what their database counted.
     *
     * @param queries for the servers' requests; {@code null} where they are not counted
     * @param uncounted why they could not be counted; {@code null} unless they should have been
     */
    record Stopped(ServerShards.Counted counted, Long queries, String uncounted) {}

    /** @param failure why the step could not be finished; {@code null} when it was */
    public StepRecord record(Instant at, double seconds, StepPlan step, String failure) {
        return new StepRecorder(step, this).record(at, seconds, failure);
    }

    /** The peaks of the samples under the load; without any where there was no load. */
    SamplePeaks peaks() {
        return load == null ? new SamplePeaks() : load.peaks();
    }
}
