package threadwall.report.html;

import java.util.List;
import threadwall.record.GcPause;
import threadwall.record.Sample;
import threadwall.record.StepRecord;

/**
 * A step with its samples.
 *
 * @param samples in order, at least one
 * @param pauses of the server's JVMs, in order; empty where they were not logged
 */
public record SampledStep(StepRecord step, List<Sample> samples, List<GcPause> pauses) {}
