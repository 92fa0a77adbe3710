package threadwall.record;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.time.Instant;
import java.util.List;

/**
 * What {@code ./threadwall doctor --json} prints: the limits of a machine and which of them bind.
 *
 * @param command the arguments of {@code ./threadwall}, as typed
 * @param host whose limits they are; {@code null} for this machine
 * @param container runtime of the container that the process is in, as far as files tell; {@code null} for none, and for
 *     another host
 * @param user for whose new process the limits hold, or whose process it is
 * @param process that runs, whose limits they are; {@code null} for those of a new process
 * @param costs what a thread costs; {@code null} unless the command asked about threads
 * @param diagnoses threads, connections, or both
 */
public record DoctorRecord(
        int schema,
        Instant at,
        List<String> command,
        RunRecord.Machine machine,
        String host,
        String container,
        String user,
        ProcessRead process,
        Costs costs,
        List<Diagnosed> diagnoses)
        implements RecordLine {

    /** The same in a container of that runtime. */
    public DoctorRecord in(String runtime) {
        return new DoctorRecord(schema, at, command, machine, host, runtime, user, process, costs, diagnoses);
    }

    /** What happens when a limit is reached. */
    public enum Effect {
        /** The kernel refuses the next one with an errno; the process survives. */
        REFUSES,
        /** The process dies: the JVM aborts, or the kernel kills it. */
        KILLS,
        /** Programs that do not raise their own soft limit are refused; a JVM raises it. */
        REFUSES_OTHERS,
        /** More are possible, but slow. */
        SLOWS;

        /** Whether a JVM gets no further than this limit. */
        public boolean stops() {
            return this == REFUSES || this == KILLS;
        }
    }

    /**
     * What a process had when it was read.
     *
     * @param name of its program, at most 15 characters
     * @param maps its memory maps; {@code null} where only its user and root can read them
     * @param files its open descriptors; {@code null} likewise
     */
    public record ProcessRead(long pid, String name, long threads, Long maps, Long files) {}

    /**
     * What one more platform thread costs a JVM.
     *
     * @param measured true: measured in a child process, over the last of up to a thousand threads; false: figures of
     *     another machine, since no child was started
     * @param firstResidentBytes RSS of one of the first hundred, whose code is still interpreted
     * @param kernelObjectBytes Slab: kernel memory per thread besides its stack and page tables
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
     * The limits on one subject. Of a process that runs, the counts are those that it can have in addition.
     *
     * @param subject {@code threads} or {@code connections}
     * @param asked the target count; {@code null} when the command asked for the maximum
     * @param fits whether the target fits; true without a target
     * @param most the maximum count; {@code null} when no readable limit bounds it
     * @param walls the limits, lowest first; those that do not bound the subject last
     * @param unread limits that could not be read, each with the reason
     */
    public record Diagnosed(
            String subject, Long asked, boolean fits, Long most, List<LimitRead> walls, List<String> unread) {}

    /**
     * Where a formula comes from; in JSON one text, "kernel/fork.c copy_process: EAGAIN".
     *
     * @param place in the source of the kernel or the JVM, or a manual page
     * @param response what the process gets at the limit: an errno, a signal, or what the kernel does
     */
    public record Source(String place, String response) {

        @JsonCreator
        static Source parse(String text) {
            // up to schema 6 some have a semicolon there
            int colon = Math.max(text.lastIndexOf(": "), text.lastIndexOf("; "));
            return colon < 0 ? new Source(text, null) : new Source(text.substring(0, colon), text.substring(colon + 2));
        }

        @Override
        @JsonValue
        public String toString() {
            return response == null ? place : place + ": " + response;
        }
    }

    /**
     * One limit.
     *
     * @param scope which processes share its count: {@code PROCESS}, {@code USER}, {@code CGROUP}, …
     * @param inForce in its own unit; {@code null} when it is not set, or does not apply to this process
     * @param allows how many of the subject it allows; {@code null} when it does not bound them
     * @param formula how {@code allows} is computed
     * @param setAt where the value comes from
     * @param raise how to raise it: to the target, or without a target to where the next limit binds; {@code null} when
     *     this limit does not bind
     */
    public record LimitRead(
            String limit,
            String scope,
            Effect effect,
            Long inForce,
            long used,
            double each,
            Long allows,
            String formula,
            Source source,
            String setAt,
            Raise raise) {

        /** Whether a JVM gets no further than a count that this limit sets. */
        public boolean stops() {
            return allows != null && effect.stops();
        }
    }

    /**
     * How to raise a limit. Commands are for bash as root, each list in order.
     *
     * @param forCount the count that fits afterwards
     * @param advice in addition to the commands, or where no command helps; {@code null} when the commands suffice
     * @param now take effect until the next boot or login
     * @param keep persist across a reboot
     * @param undo restore the previous values
     */
    public record Raise(long forCount, String advice, List<String> now, List<String> keep, List<String> undo) {}
}
