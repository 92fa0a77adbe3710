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
import threadwall.record.StepRecord.WarmedUp;

/**
 * The measurements of a step, one component per phase, from which its record is made. Phases that the step did not
 * reach are {@code null}.
 *
 * @param waitedForTimeWait seconds that the step waited for sockets to leave TIME_WAIT
 * @param warmUp {@code null} also on servers that were warm
 * @param cold {@code null} also unless the step limits its database's memory
 * @param stopped {@code null} also on servers that keep running
 * @param profile {@code null} also for a step that is not profiled
 */
public record StepMetrics(
        double waitedForTimeWait,
        BeforeLoad before,
        WarmedUp warmUp,
        ColdCacheLoad.Result cold,
        LoadMetrics load,
        AfterLoad after,
        Stopped stopped,
        Gc gc,
        Sampling sampling,
        Profile profile) {

    /** For a step that did not start. */
    public static final StepMetrics NONE = new StepMetrics(0, null, null, null, null, null, null, null, null, null);

    /** The servers before any load. */
    record BeforeLoad(ServerShards.Reading idle, List<Limits> limits) {}

    /** The servers after the load; {@code pssBytes} is {@code null} where it cannot be read. */
    record AfterLoad(List<Limits> limits, Long pssBytes) {}

    /**
     * The counters that the servers reported when they stopped, and those of their database.
     *
     * @param queries for the servers' requests; {@code null} if they were not counted
     * @param uncounted why counting the queries failed; {@code null} if it did not
     */
    record Stopped(ServerShards.Counted counted, Long queries, String uncounted) {}

    /** @param failure why the step could not be finished; {@code null} when it was */
    public StepRecord record(Instant at, double seconds, StepPlan step, String failure) {
        return new StepRecorder(step, this).record(at, seconds, failure);
    }

    /** The peaks of the samples under the load; all {@code null} without a load. */
    SamplePeaks peaks() {
        return load == null ? new SamplePeaks() : load.peaks();
    }
}
