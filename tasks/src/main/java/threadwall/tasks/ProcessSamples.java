package threadwall.tasks;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import threadwall.process.MemorySettling.Settled;
import threadwall.process.proc.KernelCounters;
import threadwall.process.proc.KernelMemory;
import threadwall.record.TaskRecord.Memory;
import threadwall.record.TaskRecord.Point;

/** All samples of one program: in full in {@code samples.csv} of its folder, thinned in the record. */
final class ProcessSamples implements AutoCloseable {

    private static final int MAX_POINTS = 200;

    private final List<Point> points = new ArrayList<>();
    private final BufferedWriter file;
    private final KernelCounters atStart = KernelCounters.read();
    private KernelCounters atLastSample = atStart;
    private ProcessSample peak;
    private long peakRssBytes;

    ProcessSamples(Path folder) throws IOException {
        file = Files.newBufferedWriter(folder.resolve("samples.csv"));
        file.write("seconds,processes,threads,rssBytes,kernelStackBytes,pageTableBytes,slabBytes,memAvailableBytes\n");
    }

    void add(ProcessSample sample) throws IOException {
        points.add(sample.point());
        atLastSample = KernelCounters.read();
        // the peak of one process is a lower bound for all together
        peakRssBytes = Math.max(peakRssBytes, Math.max(sample.rssBytes(), sample.highWaterBytes()));
        peak = peak == null || sample.takenBytes() > peak.takenBytes() ? sample : peak;
        file.write(String.format(
                Locale.ROOT,
                "%.3f,%d,%d,%d,%s,%s,%s,%s%n",
                sample.seconds(),
                sample.processes(),
                sample.threads(),
                sample.rssBytes(),
                cell(sample.kernel().kernelStackBytes()),
                cell(sample.kernel().pageTableBytes()),
                cell(sample.kernel().slabBytes()),
                cell(sample.kernel().availableBytes())));
    }

    private static String cell(Long value) {
        return value == null ? "" : value.toString();
    }

    List<Point> all() {
        return points;
    }

    /** The first, the last, and evenly spaced ones between. */
    List<Point> thinned() {
        return thinned(points);
    }

    static List<Point> thinned(List<Point> points) {
        return points.size() <= MAX_POINTS
                ? List.copyOf(points)
                : IntStream.range(0, MAX_POINTS)
                        .mapToObj(i -> points.get((int) ((long) i * (points.size() - 1) / (MAX_POINTS - 1))))
                        .toList();
    }

    /** From before the start to the last sample; {@code null} where not readable. */
    Double stolenPercent() {
        return atLastSample.stolenPercentSince(atStart);
    }

    /** {@code null} when it was gone before the first sample. */
    Memory memory(Settled<KernelMemory> before, Long pssBytes) {
        return peak == null
                ? null
                : new Memory(
                        peakRssBytes,
                        pssBytes,
                        difference(
                                peak.kernel().kernelStackBytes(), before.last().kernelStackBytes()),
                        difference(peak.kernel().pageTableBytes(), before.last().pageTableBytes()),
                        difference(peak.kernel().slabBytes(), before.last().slabBytes()),
                        before.atRest());
    }

    private static Long difference(Long later, Long before) {
        return later == null || before == null ? null : Long.valueOf(later - before);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
