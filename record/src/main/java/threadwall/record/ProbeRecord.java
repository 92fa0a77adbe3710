package threadwall.record;

import java.time.Instant;
import java.util.List;

/**
 * A wall found by experiment, {@code ./threadwall doctor --probe}.
 *
 * @param at when the probe started
 * @param command the arguments of {@code ./threadwall}, as typed
 * @param commit as in {@link RunRecord}
 * @param subject {@code threads} or {@code connections}
 * @param user whose process met the wall
 * @param boundSeconds {@code --limit}: the time it was given
 * @param seconds the time it took
 * @param predicted how many the doctor foretold before it started; {@code null} when nothing readable limits them
 * @param predictedLimit the limit that it foretold; {@code null} as above
 * @param measured how many there were: threads of the JVM, its own included, or connections acknowledged by both ends
 * @param errno the kernel's answer to one more: {@code EAGAIN}; {@code null} when it gave none
 * @param failure what was seen, in one line
 * @param limit the limit that the evidence names; {@code null} when it names none, and never guessed
 * @param because the evidence for it, in sentences
 * @param gauges the limits, read before and at the wall
 * @param pace how fast they came; {@code null} for threads
 */
public record ProbeRecord(
        int schema,
        Instant at,
        List<String> command,
        String commit,
        RunRecord.Machine machine,
        String subject,
        String user,
        double boundSeconds,
        double seconds,
        Outcome outcome,
        Long predicted,
        String predictedLimit,
        long measured,
        String errno,
        String failure,
        String limit,
        List<String> because,
        List<Gauge> gauges,
        Pace pace)
        implements RecordLine {

    /** How a probe ended. */
    public enum Outcome {
        /** The limit foretold was met, at the count foretold. */
        AS_PREDICTED,
        /** Another limit was met, or another count. */
        NOT_AS_PREDICTED,
        /** It was stopped, and the evidence names no limit, or several that it cannot tell apart. */
        UNKNOWN,
        /** Its time was over before any wall came. */
        OUT_OF_TIME
    }

    /**
     * One limit beside what was used of it.
     *
     * @param effect {@code REFUSES}, {@code KILLS}, {@code REFUSES_OTHERS} or {@code SLOWS}: what happens there
     * @param inForce in its own unit; {@code null} when it is not set
     * @param each units of it that one more of the subject takes
     * @param usedBefore before the first; {@code null} when not readable
     * @param usedAtWall when it was stopped
     * @param refusalsBefore the kernel's own count of times that it refused somebody here (pids.events, oom_kill,
     *     ListenOverflows); {@code null} when it keeps none
     */
    public record Gauge(
            String limit,
            String effect,
            Long inForce,
            double each,
            Long usedBefore,
            Long usedAtWall,
            Long refusalsBefore,
            Long refusalsAtWall) {

        /** Refusals meanwhile; 0 when there is no count of them. */
        public long refusals() {
            return refusalsBefore == null || refusalsAtWall == null ? 0 : refusalsAtWall - refusalsBefore;
        }
    }

    /**
     * How fast connections opened.
     *
     * @param knee the count from which it was slow; {@code null} when it never was
     * @param perSecondBefore connections a second up to there, or up to the end
     * @param perSecondAfter from there on; {@code null} when it never was slow
     */
    public record Pace(Long knee, Double perSecondBefore, Double perSecondAfter) {}

    /** How far the measured count is from the predicted one, in percent of that; {@code null} without a prediction. */
    public Double deviationPercent() {
        return predicted == null || predicted == 0 ? null : Double.valueOf(100.0 * (measured - predicted) / predicted);
    }
}
