package threadwall.report;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import threadwall.record.StolenTime;
import threadwall.record.TaskRecord;
import threadwall.record.TaskRecord.Memory;
import threadwall.record.TaskRecord.Outcome;
import threadwall.record.TaskRecord.Result;
import threadwall.record.TaskRecord.Said;

/**
 * All repeats of one program at one number of tasks. The figures are of the repeats that ended well; where none did, of those
 * that were measured. {@code null} is a value that was not measured, or that this test does not have. CSV and JSON have the
 * components of the groups side by side, in this order.
 *
 * @param test {@code sleep}, {@code hashmap} or {@code ring}
 * @param runtime the toolchain and libraries with their versions, as they report them
 * @param repeats how many were run; {@code good} of them ended well
 * @param checksum of {@code hashmap}: of the first repeat that has one. That of {@code ring} differs from run to run
 * @param seconds wall time of the process
 */
public record TaskRow(
        String test,
        String program,
        String runtime,
        @JsonUnwrapped Parameters parameters,
        int repeats,
        int good,
        @JsonUnwrapped RowOutcome rowOutcome,
        @JsonUnwrapped MemoryUse memory,
        @JsonUnwrapped TaskTimes times,
        @JsonUnwrapped MessageCost messageCost,
        String checksum,
        MedianRange seconds,
        MedianRange cpuSeconds) {

    /**
     * What the program was given to do.
     *
     * @param sleepSeconds of {@code sleep}
     * @param entries of {@code hashmap}, like {@code arrival} and {@code keys}
     * @param ringSeconds of {@code ring}
     */
    public record Parameters(
            int tasks, Double sleepSeconds, Integer entries, String arrival, String keys, Integer ringSeconds) {}

    /**
     * How the repeats ended.
     *
     * @param outcome {@code OK} when all repeats ended well, else that of the first that did not; {@code reason} in its words
     * @param limit that stopped it; {@code because} is the evidence, in sentences
     * @param started tasks that were started before it failed
     * @param marks sentences to read before its figures are compared; most rows have none
     * @param predictedSeconds of {@code TIME}: estimate of how long it would have taken
     */
    public record RowOutcome(
            Outcome outcome,
            String reason,
            String limit,
            List<String> because,
            Integer started,
            List<String> marks,
            Double predictedSeconds) {

        static RowOutcome of(List<TaskRecord> repeats, List<TaskRecord> shown) {
            var bad = repeats.stream()
                    .filter(record -> record.result().outcome() != Outcome.OK)
                    .findFirst();
            var result = bad.map(TaskRecord::result);
            return new RowOutcome(
                    result.map(Result::outcome).orElse(Outcome.OK),
                    result.map(Result::reason).orElse(null),
                    result.map(Result::limit).orElse(null),
                    result.map(Result::because).orElse(null),
                    bad.map(TaskRecord::said).map(Said::started).orElse(null),
                    TaskRow.marks(shown),
                    result.map(Result::predictedSeconds).orElse(null));
        }
    }

    /**
     * Memory at its peak.
     *
     * @param bytesPerTask RSS and the kernel's share, divided by the tasks alive at once; it includes the runtime's own memory
     * @param rssAtTenthBytes RSS when a tenth of the program's time was over, and when nine tenths were
     * @param kernelBytes kernel stacks, page tables and slab together; below 0 when other processes released more
     */
    public record MemoryUse(
            MedianRange bytesPerTask,
            MedianRange peakRssBytes,
            MedianRange rssAtTenthBytes,
            MedianRange rssAtNineTenthsBytes,
            MedianRange pssBytes,
            MedianRange kernelStackBytes,
            MedianRange pageTableBytes,
            MedianRange slabBytes,
            MedianRange kernelBytes) {

        static MemoryUse of(List<TaskRecord> shown) {
            return new MemoryUse(
                    MedianRange.of(shown, TaskRecord::bytesPerTask),
                    memory(shown, Memory::peakRssBytes),
                    MedianRange.of(shown, record -> record.rssBytesAt(0.1)),
                    MedianRange.of(shown, record -> record.rssBytesAt(0.9)),
                    memory(shown, Memory::pssBytes),
                    memory(shown, Memory::kernelStackBytes),
                    memory(shown, Memory::pageTableBytes),
                    memory(shown, Memory::slabBytes),
                    memory(shown, TaskRow::kernelBytes));
        }
    }

    /** Times of the tasks, as the program reports them. */
    public record TaskTimes(
            MedianRange startSeconds,
            MedianRange latestWakeUpMillis,
            MedianRange totalSeconds,
            MedianRange meanMillis,
            MedianRange p99Millis,
            MedianRange maxMillis) {

        static TaskTimes of(List<TaskRecord> shown) {
            return new TaskTimes(
                    said(shown, said -> seconds(said.startMillis())),
                    said(shown, Said::latestWakeUpMillis),
                    said(shown, said -> seconds(said.totalMillis())),
                    said(shown, Said::meanMillis),
                    said(shown, Said::p99Millis),
                    said(shown, Said::maxMillis));
        }
    }

    /**
     * Of {@code ring}: what it costs to send the message to the next task.
     *
     * @param cpuMicrosPerMessage of the process while messages were counted
     */
    public record MessageCost(MedianRange messagesPerSecond, MedianRange cpuMicrosPerMessage) {

        static MessageCost of(List<TaskRecord> shown) {
            return new MessageCost(
                    MedianRange.of(shown, TaskRecord::messagesPerSecond),
                    MedianRange.of(shown, TaskRecord::cpuMicrosPerMessage));
        }
    }

    /** Of the time of all processors: more is no quiet machine. */
    private static final double MOST_OTHER_PERCENT = 5;

    /** @param repeats of one program at one number of tasks, at least one */
    static TaskRow of(List<TaskRecord> repeats) {
        var first = repeats.getFirst();
        var good = repeats.stream()
                .filter(record -> record.result().outcome() == Outcome.OK)
                .toList();
        var shown = good.isEmpty() ? repeats : good;
        return new TaskRow(
                first.plan().test(),
                first.plan().program(),
                first.plan().runtime(),
                new Parameters(
                        first.plan().tasks(),
                        first.plan().sleepSeconds(),
                        first.plan().entries(),
                        first.plan().arrival(),
                        first.plan().keys(),
                        first.plan().ringSeconds()),
                repeats.size(),
                good.size(),
                RowOutcome.of(repeats, shown),
                MemoryUse.of(shown),
                TaskTimes.of(shown),
                MessageCost.of(shown),
                checksum(repeats),
                MedianRange.of(shown, record -> record.times().seconds()),
                MedianRange.of(shown, record -> record.times().cpuSeconds()));
    }

    private static String checksum(List<TaskRecord> repeats) {
        return repeats.stream()
                .filter(record -> !TaskLoad.of(record.plan()).isRing())
                .map(TaskRecord::said)
                .filter(said -> said != null && said.checksum() != null)
                .map(Said::checksum)
                .findFirst()
                .orElse(null);
    }

    /** The same figures under another name, for a table of several runs. */
    public TaskRow named(String name) {
        return new TaskRow(
                test,
                name,
                runtime,
                parameters,
                repeats,
                good,
                rowOutcome,
                memory,
                times,
                messageCost,
                checksum,
                seconds,
                cpuSeconds);
    }

    public int tasks() {
        return parameters.tasks;
    }

    public Outcome outcome() {
        return rowOutcome.outcome;
    }

    public List<String> marks() {
        return rowOutcome.marks;
    }

    /** Whether a repeat ended well, so that the figures can be compared. */
    public boolean isGood() {
        return good > 0;
    }

    /** What the program had to do. Rows of the same load can be compared. */
    public TaskLoad load() {
        return new TaskLoad(
                test,
                parameters.tasks,
                parameters.sleepSeconds,
                parameters.entries,
                parameters.arrival,
                parameters.keys,
                parameters.ringSeconds);
    }

    /** The marks of the repeats whose figures are shown. */
    private static List<String> marks(List<TaskRecord> shown) {
        var marks = new ArrayList<String>();
        shown.stream()
                .filter(record -> record.result().outcome() == Outcome.OK
                        && record.result().reason() != null)
                .map(record -> TableFormat.onOneLine(record.result().reason()))
                .distinct()
                .forEach(marks::add);
        if (shown.stream()
                .anyMatch(record -> record.memory() != null && !record.memory().atRest())) {
            marks.add("kernel MB is doubtful: the kernel's memory was still changing when the program started");
        }
        shown.stream()
                .map(record -> record.times().stolenPercent())
                .filter(Objects::nonNull)
                .max(Double::compare)
                .filter(StolenTime::shows)
                .ifPresent(percent ->
                        marks.add(WarningText.stolen(percent) + ": start, lateness and wall time are too long"));
        shown.stream()
                .map(record -> record.times().otherCpuPercent())
                .filter(Objects::nonNull)
                .max(Double::compare)
                .filter(percent -> percent > MOST_OTHER_PERCENT)
                .ifPresent(percent -> marks.add(
                        String.format(Locale.ROOT, "other processes used %.0f %% of the processors' time", percent)));
        return List.copyOf(marks);
    }

    private static Long kernelBytes(Memory memory) {
        var parts = Stream.of(memory.kernelStackBytes(), memory.pageTableBytes(), memory.slabBytes())
                .filter(Objects::nonNull)
                .toList();
        return parts.isEmpty()
                ? null
                : Long.valueOf(parts.stream().mapToLong(Long::longValue).sum());
    }

    private static MedianRange memory(List<TaskRecord> records, Function<Memory, Long> value) {
        return MedianRange.of(records, record -> record.memory() == null ? null : value.apply(record.memory()));
    }

    private static MedianRange said(List<TaskRecord> records, Function<Said, Double> value) {
        return MedianRange.of(records, record -> record.said() == null ? null : value.apply(record.said()));
    }

    private static Double seconds(Double millis) {
        return millis == null ? null : Double.valueOf(millis / 1000);
    }
}
