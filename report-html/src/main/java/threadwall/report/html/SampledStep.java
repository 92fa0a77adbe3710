package threadwall.report.html;

import java.util.List;
import threadwall.record.GcPause;
import threadwall.record.Sample;
import threadwall.record.StepRecord;

/**
 * A step with what was seen of it.
 *
 * @param samples in their order; one at least
 * @param pauses of the server's JVMs, in their order; none where nobody logged them
 */
public record SampledStep(StepRecord step, List<Sample> samples, List<GcPause> pauses) {}
