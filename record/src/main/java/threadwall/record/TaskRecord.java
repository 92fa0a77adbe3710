package threadwall.record;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.time.Instant;
import java.util.List;

/**
 * One program of {@code ./threadwall tasks} at one number of tasks, run once and measured from outside. {@code null} is
 * what was not measured, or what this test has not.
 *
 * @param at when the program was started
 * @param test {@code sleep} or {@code hashmap}
 * @param program the row's name: {@code rust-tokio}
 * @param runtime the toolchain and libraries with versions, as they say it themselves
 * @param command the line that starts it, run from the project's root
 * @param repeat from 1
 * @param tasks how many were asked for
 * @param sleepSeconds of {@code sleep}: how long each task sleeps
 * @param entries of {@code hashmap}: what each task puts into its map
 * @param arrival of {@code hashmap}: {@code burst}, or {@code 10/1}: ten every millisecond
 * @param outcome how it ended
 * @param reason why it is not {@link Outcome#OK}, in one line; when it is, what a reader has to know of it: that not all
 *     tasks were alive at once, since starting them took longer than the sleep
 * @param limit the limit that stopped it, by its name; {@code null} when none did or the evidence names none, and always
 *     for {@link Outcome#TIME}, whose reason has the limit that is foretold
 * @param because the evidence for it, in sentences
 * @param predictedSeconds of {@link Outcome#TIME}: how long it would have taken by what was seen
 * @param seconds wall time of the whole process
 * @param cpuSeconds of all its processes, user and system
 * @param stolenPercent of the time of all processors that a hypervisor gave to others meanwhile (steal of
 *     {@code /proc/stat}); {@code null} where it was not read
 * @param said what the program itself printed; {@code null} when it did not get so far
 * @param memory at its peak
 * @param curve tasks that the kernel sees (threads of the process tree), over time, at most some hundred points
 */
public record TaskRecord(
        int schema,
        Instant at,
        String test,
        String program,
        String runtime,
        List<String> command,
        int repeat,
        int tasks,
        Double sleepSeconds,
        Integer entries,
        String arrival,
        Outcome outcome,
        String reason,
        String limit,
        List<String> because,
        Double predictedSeconds,
        Double seconds,
        Double cpuSeconds,
        Double stolenPercent,
        Said said,
        Memory memory,
        List<Point> curve)
        implements RecordLine {

    /** How a row ended. */
    public enum Outcome {
        OK,
        /** A limit of the machine or of the runtime stopped it. */
        WALL,
        /** {@code --limit} was over first. */
        TIME,
        /** The program was killed for memory, or said that it has none left. */
        MEMORY,
        /** There is no toolchain for it here. */
        MISSING,
        /** It ran to its end, but not all tasks were alive at once, or its sum is another than the others'. */
        WRONG,
        FAILED
    }

    /**
     * What a program says of itself.
     *
     * @param started tasks that it could start
     * @param mostAlive the most that were alive at once, counted by the tasks themselves
     * @param startMillis the time in which they were started
     * @param latestWakeUpMillis by how much the latest of all tasks overslept
     * @param totalMillis from the first task's arrival to the last one's end
     * @param meanMillis of the tasks' own times, from the first instruction of their work to its end
     * @param checksum the same for all programs with the same tasks and entries
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
            String checksum) {}

    /**
     * Memory of the process tree at its peak, and what the kernel keeps for it: the machine's counts at the peak less
     * those before, which others on the machine change, too, so that they may be below 0.
     *
     * @param peakRssBytes the most of VmRSS, all processes of the tree together
     * @param pssBytes at rest with all tasks asleep; {@code null} where not readable
     * @param kernelStackBytes KernelStack of /proc/meminfo
     * @param pageTableBytes PageTables
     * @param slabBytes Slab
     * @param atRest whether the kernel's counts stood still before it was started; else they may be off by what others
     *     gave back meanwhile
     */
    public record Memory(
            long peakRssBytes,
            Long pssBytes,
            Long kernelStackBytes,
            Long pageTableBytes,
            Long slabBytes,
            boolean atRest) {

        /** RSS and the kernel's share together, the whole bill. */
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
     * The whole bill, the runtime's own memory included, for each task that was alive at once: not all of them were where
     * starting took longer than the sleep, or where it met a wall. {@code null} when that or memory is not known.
     */
    @JsonIgnore
    public Double bytesPerTask() {
        var alive = alive();
        return memory == null || alive == null || alive == 0
                ? null
                : Double.valueOf((double) memory.totalBytes() / alive);
    }

    private Integer alive() {
        if (said != null && said.mostAlive != null) {
            return said.mostAlive;
        }
        if (said != null && said.started != null) {
            return said.started;
        }
        return outcome == Outcome.OK ? Integer.valueOf(tasks) : null;
    }
}
