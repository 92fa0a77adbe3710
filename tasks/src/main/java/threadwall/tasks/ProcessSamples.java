package threadwall.tasks;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import threadwall.process.proc.KernelCounters;
import threadwall.process.proc.KernelMemory;
import threadwall.record.TaskRecord.Memory;
import threadwall.record.TaskRecord.Point;

/** All looks at one program, in {@code samples.csv} of its folder and, thinned, as the record has them. */
final class ProcessSamples implements AutoCloseable {

    private static final int MOST_POINTS = 200;

    private final List<Point> points = new ArrayList<>();
    private final BufferedWriter file;
    private final KernelCounters atStart = KernelCounters.read();
    private KernelCounters atLastLook = atStart;
    private ProcessSample peak;
    private long peakRssBytes;

    ProcessSamples(Path folder) throws IOException {
        file = Files.newBufferedWriter(folder.resolve("samples.csv"));
        file.write("seconds,processes,threads,rssBytes,kernelStackBytes,pageTableBytes,slabBytes,memAvailableBytes\n");
    }

    void add(ProcessSample look) throws IOException {
        points.add(look.point());
        atLastLook = KernelCounters.read();
        // what one process has had at most, all of them together have had at least
        peakRssBytes = Math.max(peakRssBytes, Math.max(look.rssBytes(), look.highWaterBytes()));
        peak = peak == null || look.takenBytes() > peak.takenBytes() ? look : peak;
        file.write(String.format(
                Locale.ROOT,
                "%.3f,%d,%d,%d,%s,%s,%s,%s%n",
                look.seconds(),
                look.processes(),
                look.threads(),
                look.rssBytes(),
                cell(look.kernel().kernelStackBytes()),
                cell(look.kernel().pageTableBytes()),
                cell(look.kernel().slabBytes()),
                cell(look.kernel().availableBytes())));
    }

    private static String cell(Long value) {
        return value == null ? "" : value.toString();
    }

    List<Point> all() {
        return points;
    }

    /** The first, the last, and evenly what is between. */
    List<Point> thinned() {
        return thinned(points);
    }

    static List<Point> thinned(List<Point> points) {
        return points.size() <= MOST_POINTS
                ? List.copyOf(points)
                : IntStream.range(0, MOST_POINTS)
                        .mapToObj(i -> points.get((int) ((long) i * (points.size() - 1) / (MOST_POINTS - 1))))
                        .toList();
    }

    /** From before the start to the last look; {@code null} where not readable. */
    Double stolenPercent() {
        return atLastLook.stolenPercentSince(atStart);
    }

    /** {@code null} when it was gone before the first look. */
    Memory memory(AtRest before, Long pssBytes) {
        return peak == null
                ? null
                : new Memory(
                        peakRssBytes,
                        pssBytes,
                        more(peak.kernel().kernelStackBytes(), before.kernel().kernelStackBytes()),
                        more(peak.kernel().pageTableBytes(), before.kernel().pageTableBytes()),
                        more(peak.kernel().slabBytes(), before.kernel().slabBytes()),
                        before.atRest());
    }

    private static Long more(Long then, Long before) {
        return then == null || before == null ? null : Long.valueOf(then - before);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    /**
     * The machine before a program is started.
     *
     * @param atRest whether the kernel's counts had stopped to change; else time was up
     */
    record AtRest(KernelMemory kernel, boolean atRest) {}
}
