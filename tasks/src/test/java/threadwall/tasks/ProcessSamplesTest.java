package threadwall.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import threadwall.process.MemorySettling.Settled;
import threadwall.process.proc.KernelMemory;
import threadwall.record.TaskRecord.Memory;
import threadwall.record.TaskRecord.Point;

class ProcessSamplesTest {

    private static final Settled<KernelMemory> BEFORE = new Settled<>(kernel(100, 200, 5_000), true);

    @TempDir
    private Path folder;

    private static KernelMemory kernel(long stacks, long tables, long slab) {
        return new KernelMemory(1_000_000L, stacks, tables, slab);
    }

    @Test
    void thePeakIsOfAllProcessesTogetherAndTheKernelsShareFromTheSameSample() throws Exception {
        try (var samples = new ProcessSamples(folder)) {
            samples.add(new ProcessSample(0.1, 1, 5, 1_000, 1_100, kernel(150, 210, 5_100)));
            samples.add(new ProcessSample(0.2, 2, 50, 9_000, 6_000, kernel(300, 400, 4_900)));
            samples.add(new ProcessSample(0.3, 2, 7, 2_000, 6_000, kernel(120, 300, 9_000)));
            assertThat(samples.memory(BEFORE, 8_000L)).isEqualTo(new Memory(9_000, 8_000L, 200L, 200L, -100L, true));
        }
        assertThat(Files.readAllLines(folder.resolve("samples.csv")))
                .hasSize(4)
                .contains("0.200,2,50,9000,300,400,4900,1000000");
    }

    @Test
    void aPeakBetweenSamplesIsInTheHighWaterMark() throws Exception {
        try (var samples = new ProcessSamples(folder)) {
            samples.add(new ProcessSample(0.1, 1, 5, 1_000, 3_000, kernel(100, 200, 5_000)));
            assertThat(samples.memory(BEFORE, null).peakRssBytes()).isEqualTo(3_000);
        }
    }

    @Test
    void withoutASampleThereIsNoFigure() throws Exception {
        try (var samples = new ProcessSamples(folder)) {
            assertThat(samples.memory(BEFORE, null)).isNull();
            assertThat(samples.thinned()).isEmpty();
        }
    }

    @Test
    void aLongCurveKeepsItsEnds() {
        var points = IntStream.range(0, 2_345).mapToObj(i -> new Point(i, i, i)).toList();
        var thinned = ProcessSamples.thinned(points);
        assertThat(thinned).hasSize(200).startsWith(points.getFirst()).endsWith(points.getLast());
        assertThat(ProcessSamples.thinned(points.subList(0, 200))).hasSize(200);
    }
}
