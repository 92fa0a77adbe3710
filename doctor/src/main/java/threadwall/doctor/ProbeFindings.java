package threadwall.doctor;

import java.util.List;
import threadwall.limits.Diagnosis;
import threadwall.record.ProbeRecord.Gauge;
import threadwall.record.ProbeRecord.Pace;

/**
 * What a probe saw.
 *
 * @param foretold the doctor's prediction, made before the first was started
 * @param measured how many there were at the peak
 * @param gauges before, and as near to the wall as could be read
 * @param pace null for threads
 */
record ProbeFindings(
        Diagnosis foretold, long measured, ProbeFailure failure, List<Gauge> gauges, Pace pace, double seconds) {}
