package threadwall.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import threadwall.record.StolenTime;
import threadwall.record.TaskRecord;
import threadwall.record.TaskRecord.Memory;
import threadwall.record.TaskRecord.Outcome;
import threadwall.record.TaskRecord.Said;

/**
 * All repeats of one program at one number of tasks. Figures are of the repeats that ended well; where none did, of those
 * that were measured. {@code null} is what was not measured, or what this test has not.
 *
 * @param test {@code sleep} or {@code hashmap}
 * @param runtime the toolchain and libraries with versions, as they say it themselves
 * @param tasks how many were asked for
 * @param sleepSeconds of {@code sleep}
 * @param entries of {@code hashmap}, as {@code arrival}
 * @param repeats how many were run; {@code good} how many of them ended well
 * @param outcome {@code OK} when all did, else that of the first that did not
 * @param reason why it is not {@code OK}, in the record's own words
 * @param limit that stopped it; {@code because} the evidence, in sentences
 * @param started tasks that were started: of those that met a wall, by which their memory is shared out
 * @param marks what to know before its figures are compared, in words; none of most
 * @param predictedSeconds of {@code TIME}: how long it would have taken by what was seen
 * @param bytesPerTask the whole bill, RSS and the kernel's share, for each task alive at once; the runtime's own memory is
 *     in it
 * @param kernelBytes kernel stacks, page tables and slab together; below 0 when others on the machine gave back more
 * @param checksum of {@code hashmap}: of the first repeat that has one
 */
public record TaskRow(
        String test,
        String program,
        String runtime,
        int tasks,
        Double sleepSeconds,
        Integer entries,
        String arrival,
        int repeats,
        int good,
        Outcome outcome,
        String reason,
        String limit,
        List<String> because,
        Integer started,
        List<String> marks,
        Double predictedSeconds,
        MedianRange bytesPerTask,
        MedianRange peakRssBytes,
        MedianRange pssBytes,
        MedianRange kernelStackBytes,
        MedianRange pageTableBytes,
        MedianRange slabBytes,
        MedianRange kernelBytes,
        MedianRange startSeconds,
        MedianRange latestWakeUpMillis,
        MedianRange totalSeconds,
        MedianRange meanMillis,
        MedianRange p99Millis,
        MedianRange maxMillis,
        String checksum,
        MedianRange seconds,
        MedianRange cpuSeconds) {

    /** @param repeats of one program at one number of tasks, at least one */
    static TaskRow of(List<TaskRecord> repeats) {
        var first = repeats.getFirst();
        var good = repeats.stream()
                .filter(record -> record.outcome() == Outcome.OK)
                .toList();
        var shown = good.isEmpty() ? repeats : good;
        var bad = repeats.stream()
                .filter(record -> record.outcome() != Outcome.OK)
                .findFirst();
        return new TaskRow(
                first.test(),
                first.program(),
                first.runtime(),
                first.tasks(),
                first.sleepSeconds(),
                first.entries(),
                first.arrival(),
                repeats.size(),
                good.size(),
                bad.map(TaskRecord::outcome).orElse(Outcome.OK),
                bad.map(TaskRecord::reason).orElse(null),
                bad.map(TaskRecord::limit).orElse(null),
                bad.map(TaskRecord::because).orElse(null),
                bad.flatMap(TaskRow::started).orElse(null),
                marks(shown),
                bad.map(TaskRecord::predictedSeconds).orElse(null),
                MedianRange.of(values(shown, TaskRecord::bytesPerTask)),
                memory(shown, Memory::peakRssBytes),
                memory(shown, Memory::pssBytes),
                memory(shown, Memory::kernelStackBytes),
                memory(shown, Memory::pageTableBytes),
                memory(shown, Memory::slabBytes),
                memory(shown, TaskRow::kernelBytes),
                said(shown, said -> said.startMillis() == null ? null : Double.valueOf(said.startMillis() / 1000)),
                said(shown, Said::latestWakeUpMillis),
                said(shown, said -> said.totalMillis() == null ? null : Double.valueOf(said.totalMillis() / 1000)),
                said(shown, Said::meanMillis),
                said(shown, Said::p99Millis),
                said(shown, Said::maxMillis),
                repeats.stream()
                        .map(TaskRecord::said)
                        .filter(Objects::nonNull)
                        .map(Said::checksum)
                        .filter(Objects::nonNull)
                        .findFirst()
                        .orElse(null),
                MedianRange.of(values(shown, TaskRecord::seconds)),
                MedianRange.of(values(shown, TaskRecord::cpuSeconds)));
    }

    /** The same figures under another name, for a table of several runs. */
    public TaskRow named(String name) {
        return new TaskRow(
                test,
                name,
                runtime,
                tasks,
                sleepSeconds,
                entries,
                arrival,
                repeats,
                good,
                outcome,
                reason,
                limit,
                because,
                started,
                marks,
                predictedSeconds,
                bytesPerTask,
                peakRssBytes,
                pssBytes,
                kernelStackBytes,
                pageTableBytes,
                slabBytes,
                kernelBytes,
                startSeconds,
                latestWakeUpMillis,
                totalSeconds,
                meanMillis,
                p99Millis,
                maxMillis,
                checksum,
                seconds,
                cpuSeconds);
    }

    /** Whether a repeat ended well, so that its figures may be compared. */
    public boolean isGood() {
        return good > 0;
    }

    /** What it ran and how much of it; the same for all repeats and programs that are compared. */
    public TaskLoad load() {
        return new TaskLoad(test, tasks, sleepSeconds, entries, arrival);
    }

    /** Of those repeats whose figures are shown. */
    private static List<String> marks(List<TaskRecord> shown) {
        var marks = new ArrayList<String>();
        shown.stream()
                .filter(record -> record.outcome() == Outcome.OK && record.reason() != null)
                .map(record -> TableFormat.onOneLine(record.reason()))
                .distinct()
                .forEach(marks::add);
        if (shown.stream()
                .anyMatch(record -> record.memory() != null && !record.memory().atRest())) {
            marks.add("the kernel's share is doubtful: its counts were still moving when the program was started");
        }
        shown.stream()
                .map(TaskRecord::stolenPercent)
                .filter(Objects::nonNull)
                .max(Double::compare)
                .filter(StolenTime::shows)
                .ifPresent(percent ->
                        marks.add(WarningText.stolen(percent) + ": start, lateness and wall time are too long"));
        return List.copyOf(marks);
    }

    private static Optional<Integer> started(TaskRecord record) {
        return Optional.ofNullable(record.said()).map(Said::started);
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
        return MedianRange.of(values(records, record -> record.memory() == null ? null : value.apply(record.memory())));
    }

    private static MedianRange said(List<TaskRecord> records, Function<Said, Double> value) {
        return MedianRange.of(values(records, record -> record.said() == null ? null : value.apply(record.said())));
    }

    private static <T> List<T> values(List<TaskRecord> records, Function<TaskRecord, T> value) {
        return records.stream().map(value).filter(Objects::nonNull).toList();
    }
}
