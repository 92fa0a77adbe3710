package threadwall.record;

import java.time.Instant;
import java.util.List;

/**
 * A limit measured by reaching it, {@code ./threadwall doctor --probe}.
 *
 * @param at when the probe started
 * @param command the arguments of {@code ./threadwall}, as typed
 * @param commit as in {@link RunRecord}
 * @param subject {@code threads} or {@code connections}
 * @param user whose process reached the limit
 * @param boundSeconds {@code --limit}: the longest that it may take
 * @param seconds the time it took
 * @param predicted how many the doctor predicted before it started; {@code null} when nothing readable limits them
 * @param predictedLimit the limit that it predicted; {@code null} as above
 * @param measured how many there were: threads of the JVM, including its internal ones, or connections acknowledged by both ends
 * @param errno what the kernel answered to one more: {@code EAGAIN}; {@code null} when it gave no errno
 * @param failure what happened, in one line
 * @param limit the limit that the evidence names; {@code null} when it names none; never guessed
 * @param because the evidence for it, in sentences
 * @param gauges the limits, read before and when it was stopped
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
        /** The predicted limit was reached, at the predicted count. */
        AS_PREDICTED,
        /** Another limit was reached, or another count. */
        NOT_AS_PREDICTED,
        /** It was stopped, and the evidence names no limit, or several without telling which. */
        UNKNOWN,
        /** Its time ended before it reached a limit. */
        OUT_OF_TIME
    }

    /**
     * One limit and its use.
     *
     * @param inForce in its own unit; {@code null} when it is not set
     * @param each units of it that one more of the subject takes
     * @param usedBefore before the first; {@code null} when not readable
     * @param usedAtWall when it was stopped
     * @param refusalsBefore how often the kernel has refused someone here (pids.events, oom_kill,
     *     ListenOverflows); {@code null} when it keeps none
     */
    public record Gauge(
            String limit,
            DoctorRecord.Effect effect,
            Long inForce,
            double each,
            Long usedBefore,
            Long usedAtWall,
            Long refusalsBefore,
            Long refusalsAtWall) {

        /** Refusals during the probe; 0 when there is no count of them. */
        public long refusals() {
            return refusalsBefore == null || refusalsAtWall == null ? 0 : refusalsAtWall - refusalsBefore;
        }
    }

    /**
     * How fast connections opened.
     *
     * @param knee the count from which it was slow; {@code null} when it never got slow
     * @param perSecondBefore connections a second up to that count, or to the end
     * @param perSecondAfter connections a second from there on; {@code null} when it never got slow
     */
    public record Pace(Long knee, Double perSecondBefore, Double perSecondAfter) {}

    /** Deviation of the measured count from the predicted one, in percent; {@code null} without a prediction. */
    public Double deviationPercent() {
        return predicted == null || predicted == 0 ? null : Double.valueOf(100.0 * (measured - predicted) / predicted);
    }
}
