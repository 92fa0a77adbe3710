package threadwall.record;

import java.time.Instant;
import java.util.List;

/**
 * What {@code ./threadwall doctor --json} prints: the limits of a machine, read and judged.
 *
 * @param command the arguments of {@code ./threadwall}, as typed
 * @param user whose new process would meet them
 * @param costs what a thread costs; {@code null} when threads were not asked about
 * @param diagnoses threads, connections, or both
 */
public record DoctorRecord(
        int schema,
        Instant at,
        List<String> command,
        RunRecord.Machine machine,
        String user,
        Costs costs,
        List<Diagnosed> diagnoses)
        implements RecordLine {

    /**
     * What one more platform thread costs a JVM.
     *
     * @param measured in a child, over the last of up to a thousand; else figures of another machine, since no child could be had
     * @param firstResidentBytes RSS of one of the first hundred, whose code is still interpreted
     * @param kernelObjectBytes Slab: what the kernel keeps for it beside its stack and page tables
     */
    public record Costs(
            boolean measured,
            int idleThreads,
            double maps,
            double residentBytes,
            double firstResidentBytes,
            double kernelStackBytes,
            double kernelObjectBytes,
            double pageTableBytes,
            double addressBytes) {}

    /**
     * The limits on one subject.
     *
     * @param subject {@code threads} or {@code connections}
     * @param asked how many are wanted; {@code null} when the question is how many there can be
     * @param fits whether what was asked fits; true when nothing was asked
     * @param most the most that there can be; {@code null} when nothing readable limits them
     * @param walls the lowest first, those that do not limit them last
     * @param unread what could not be read, each with the reason
     */
    public record Diagnosed(
            String subject, Long asked, boolean fits, Long most, List<LimitRead> walls, List<String> unread) {}

    /**
     * One limit.
     *
     * @param scope with whom its count is shared: {@code PROCESS}, {@code USER}, {@code CGROUP}, …
     * @param effect {@code REFUSES}, {@code KILLS}, {@code REFUSES_OTHERS} or {@code SLOWS}: what happens there
     * @param inForce in its own unit; {@code null} when it is not set, or does not count for this process
     * @param allows how many of the subject it gives; {@code null} when it does not limit them
     * @param formula how that follows
     * @param source where the formula comes from
     * @param setAt where the value comes from
     * @param raise what makes room: for what was asked, or else up to where the next limit binds; {@code null} when this
     *     one is not in the way
     */
    public record LimitRead(
            String limit,
            String scope,
            String effect,
            Long inForce,
            long used,
            double each,
            Long allows,
            String formula,
            String source,
            String setAt,
            Raise raise) {}

    /**
     * How to raise a limit. Commands are for bash as root, each list in order.
     *
     * @param forCount how many it makes room for
     * @param advice where no command helps or more is to be said; {@code null} when the commands say it all
     * @param now until the next boot or login
     * @param keep over a reboot
     * @param undo puts back what was there
     */
    public record Raise(long forCount, String advice, List<String> now, List<String> keep, List<String> undo) {}
}
