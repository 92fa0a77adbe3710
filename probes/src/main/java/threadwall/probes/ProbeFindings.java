package threadwall.probes;

import java.util.List;
import threadwall.limits.Diagnosis;
import threadwall.record.ProbeRecord.Gauge;
import threadwall.record.ProbeRecord.Pace;

/**
 * What a probe measured.
 *
 * @param prediction the doctor's, made before the first was started
 * @param measured how many there were at the peak
 * @param gauges the limits before, and as close to the failure as they could be read
 * @param pace null for threads
 */
public record ProbeFindings(
        Diagnosis prediction, long measured, ProbeFailure failure, List<Gauge> gauges, Pace pace, double seconds) {}
