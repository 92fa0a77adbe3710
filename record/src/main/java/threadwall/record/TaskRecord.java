package threadwall.record;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;

/**
 * One run of one program of {@code ./threadwall tasks} at one number of tasks, measured from outside. {@code null} is what
 * was not measured, or what this test does not have. In JSON the groups {@code plan}, {@code result} and {@code times} have
 * no object of their own.
 *
 * @param at when the program was started
 * @param said what the program itself printed; {@code null} when it did not get that far
 * @param memory at its peak
 * @param curve threads of the process tree over time, at most some hundred points
 */
public record TaskRecord(
        int schema,
        Instant at,
        @JsonUnwrapped Plan plan,
        @JsonUnwrapped Result result,
        @JsonUnwrapped Times times,
        Said said,
        Memory memory,
        List<Point> curve)
        implements RecordLine {

    /**
     * What was run.
     *
     * @param test {@code sleep}, {@code hashmap} or {@code ring}
     * @param program the row's name: {@code rust-tokio}
     * @param runtime the toolchain and libraries with their versions, in their own words
     * @param command the line that starts it, run from the project's root
     * @param repeat from 1
     * @param tasks how many were asked for
     * @param sleepSeconds of {@code sleep}: how long each task sleeps
     * @param entries of {@code hashmap}: what each task puts into its map
     * @param arrival of {@code hashmap}: {@code burst}, or {@code 10/1}: ten every millisecond
     * @param keys of {@code hashmap}: {@code numbers} or {@code strings}
     * @param ringSeconds of {@code ring}: how long the message goes around, and is counted
     */
    public record Plan(
            String test,
            String program,
            String runtime,
            List<String> command,
            int repeat,
            int tasks,
            Double sleepSeconds,
            Integer entries,
            String arrival,
            String keys,
            Integer ringSeconds) {}

    /**
     * How it ended.
     *
     * @param reason why it is not {@link Outcome#OK}, in one line; if it is, a caveat: not all tasks were alive at once,
     *     since starting them took longer than the sleep
     * @param limit the limit that stopped it, by its name; {@code null} when none did or the evidence names none, and always
     *     for {@link Outcome#TIME}, whose reason has the predicted limit
     * @param because the evidence for it, in sentences
     * @param predictedSeconds of {@link Outcome#TIME}: how long it would have taken, extrapolated
     */
    public record Result(Outcome outcome, String reason, String limit, List<String> because, Double predictedSeconds) {

        /** A result that no limit caused. */
        public static Result of(Outcome outcome, String reason) {
            return new Result(outcome, reason, null, List.of(), null);
        }
    }

    /**
     * @param seconds wall time of the whole process
     * @param cpuSeconds of all its processes, user and system
     * @param stolenPercent of the time of all processors that a hypervisor gave to others meanwhile (steal of
     *     {@code /proc/stat}); {@code null} where it was not read
     * @param otherCpuPercent CPU time of other processes than the program and this tool, in percent of the time of all
     *     processors; {@code null} where it was not read
     */
    public record Times(Double seconds, Double cpuSeconds, Double stolenPercent, Double otherCpuPercent) {

        /** Of a program that did not run. */
        public static final Times NONE = new Times(null, null, null, null);
    }

    /** How a run ended. */
    public enum Outcome {
        OK,
        /** A limit of the machine or of the runtime stopped it. */
        WALL,
        /** {@code --time-limit} ended first. */
        TIME,
        /** The program was killed for memory, or reported that it has none left. */
        MEMORY,
        /** There is no toolchain for it on this machine. */
        MISSING,
        /** It ran to its end, but not all tasks were alive at once, or its checksum is wrong. */
        WRONG,
        FAILED
    }

    /**
     * What a program reports about itself.
     *
     * @param started tasks that it started
     * @param mostAlive the most that were alive at once, counted by the tasks themselves
     * @param startMillis the time in which they were started
     * @param latestWakeUpMillis by how much the task that woke latest overslept
     * @param totalMillis from the first task's arrival to the last one's end; of {@code ring} the time in which messages
     *     were counted
     * @param meanMillis of the tasks' own times, from the first instruction of their work to its end
     * @param checksum the same for all programs with the same work; of {@code ring} it follows from {@code received}
     * @param messages of {@code ring}: receipts of the message that were counted
     * @param received of {@code ring}: all receipts, those of the warm-up included
     * @param cpuMillis of {@code ring}: CPU time of the process while messages were counted
     */
    public record Said(
            Integer started,
            Integer mostAlive,
            Double startMillis,
            Double latestWakeUpMillis,
            Double totalMillis,
            Double meanMillis,
            Double p99Millis,
            Double maxMillis,
            String checksum,
            Long messages,
            Long received,
            Double cpuMillis) {}

    /**
     * Memory of the process tree at its peak, and kernel memory for it: the machine's counts at the peak minus those before.
     * Other processes change these counts too, so a difference may be below 0.
     *
     * @param peakRssBytes the most of VmRSS, all processes of the tree together
     * @param pssBytes at rest with all tasks asleep; {@code null} where not readable
     * @param kernelStackBytes KernelStack of /proc/meminfo
     * @param pageTableBytes PageTables
     * @param slabBytes Slab
     * @param atRest whether the kernel's counts were steady before it was started; else they may be off by what others
     *     freed meanwhile
     */
    public record Memory(
            long peakRssBytes,
            Long pssBytes,
            Long kernelStackBytes,
            Long pageTableBytes,
            Long slabBytes,
            boolean atRest) {

        /** RSS and kernel memory together. */
        @JsonIgnore
        public long totalBytes() {
            return peakRssBytes + known(kernelStackBytes) + known(pageTableBytes) + known(slabBytes);
        }

        private static long known(Long bytes) {
            return bytes == null ? 0 : bytes;
        }
    }

    /** @param seconds since the program was started */
    public record Point(double seconds, long threads, long rssBytes) {}

    /**
     * Total memory, including the runtime's own, per task alive at once. Not all tasks were alive at once if starting took
     * longer than the sleep, or if a limit stopped it. {@code null} when that number or the memory is not known.
     */
    @JsonIgnore
    public Double bytesPerTask() {
        var alive = alive();
        return memory == null || alive == null || alive == 0
                ? null
                : Double.valueOf((double) memory.totalBytes() / alive);
    }

    /**
     * RSS of its processes at a share of its time; {@code null} without samples.
     *
     * @param share from 0, its start, to 1, its last sample
     */
    public Long rssBytesAt(double share) {
        if (curve == null || curve.isEmpty()) {
            return null;
        }
        double seconds = share * curve.getLast().seconds();
        return curve.stream()
                .min(Comparator.comparingDouble(point -> Math.abs(point.seconds() - seconds)))
                .map(Point::rssBytes)
                .orElseThrow();
    }

    /** Of {@code ring}; {@code null} for another test, or when it did not get so far. */
    @JsonIgnore
    public Double messagesPerSecond() {
        return said == null || said.messages == null || said.totalMillis == null || said.totalMillis == 0
                ? null
                : Double.valueOf(said.messages / said.totalMillis * 1e3);
    }

    /** Of {@code ring}: CPU time of the process for each message; {@code null} likewise. */
    @JsonIgnore
    public Double cpuMicrosPerMessage() {
        return said == null || said.messages == null || said.messages == 0 || said.cpuMillis == null
                ? null
                : Double.valueOf(said.cpuMillis / said.messages * 1e3);
    }

    private Integer alive() {
        if (said != null && said.mostAlive != null) {
            return said.mostAlive;
        }
        if (said != null && said.started != null) {
            return said.started;
        }
        return result.outcome == Outcome.OK ? Integer.valueOf(plan.tasks) : null;
    }
}
