package threadwall.report.html;

import java.util.List;
import threadwall.record.Sample;
import threadwall.record.StepRecord;

/**
 * A step with what was seen of it.
 *
 * @param samples in their order; one at least
 */
public record Watched(StepRecord step, List<Sample> samples) {}
