package threadwall.record;

import java.time.Instant;
import java.util.List;

/**
 * A limit found by experiment, {@code ./threadwall doctor --probe}.
 *
 * @param at when the probe started
 * @param command the arguments of {@code ./threadwall}, as typed
 * @param commit as in {@link RunRecord}
 * @param subject {@code threads} or {@code connections}
 * @param user who ran the probed process
 * @param boundSeconds {@code --time-limit}: the time-out of the probe
 * @param seconds the time it took
 * @param predicted the count that doctor predicted before the start; {@code null} when no readable limit bounds it
 * @param predictedLimit the limit that doctor predicted to bind; {@code null} as above
 * @param measured the count reached: threads of the JVM, its own included, or connections established at both ends
 * @param errno the kernel's error for one more, such as {@code EAGAIN}; {@code null} when it returned none
 * @param failure what the probe saw, in one line
 * @param limit the limit that the evidence points to; {@code null} when it points to none. It is never guessed
 * @param because the evidence, in sentences
 * @param gauges the limits, read at the start and at the end
 * @param pace how fast connections opened; {@code null} for threads
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
        /** The predicted limit stopped it, at the predicted count. */
        AS_PREDICTED,
        /** Another limit stopped it, or at another count. */
        NOT_AS_PREDICTED,
        /** It was stopped, but the evidence points to no limit, or to several alike. */
        UNKNOWN,
        /** It timed out before it hit a limit. */
        OUT_OF_TIME
    }

    /**
     * One limit and its use.
     *
     * @param inForce in its own unit; {@code null} when it is not set
     * @param each units that one more of the subject takes
     * @param usedBefore units in use at the start; {@code null} when not readable
     * @param usedAtWall units in use when the probe was stopped
     * @param refusalsBefore how often the kernel had refused a request because of this limit (pids.events, oom_kill,
     *     ListenOverflows); {@code null} when it keeps no such count
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

        /** Refusals during the probe; 0 when the kernel does not count them. */
        public long refusals() {
            return refusalsBefore == null || refusalsAtWall == null ? 0 : refusalsAtWall - refusalsBefore;
        }
    }

    /**
     * How fast connections opened.
     *
     * @param knee the count from which opening was slow; {@code null} when it never was
     * @param perSecondBefore connections per second up to the knee, or up to the end
     * @param perSecondAfter connections per second from the knee on; {@code null} without a knee
     */
    public record Pace(Long knee, Double perSecondBefore, Double perSecondAfter) {}

    /** Measured minus predicted count, in percent of the predicted one; {@code null} without a prediction. */
    public Double deviationPercent() {
        return predicted == null || predicted == 0 ? null : Double.valueOf(100.0 * (measured - predicted) / predicted);
    }
}
