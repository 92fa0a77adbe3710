package threadwall.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import threadwall.process.proc.KernelMemory;
import threadwall.record.TaskRecord.Memory;
import threadwall.record.TaskRecord.Point;
import threadwall.tasks.ProcessSamples.AtRest;

class ProcessSamplesTest {

    private static final AtRest BEFORE = new AtRest(kernel(100, 200, 5_000), true);

    @TempDir
    private Path folder;

    private static KernelMemory kernel(long stacks, long tables, long slab) {
        return new KernelMemory(1_000_000L, stacks, tables, slab);
    }

    @Test
    void thePeakIsOfAllProcessesTogetherAndTheKernelsShareFromTheSameLook() throws Exception {
        try (var looks = new ProcessSamples(folder)) {
            looks.add(new ProcessSample(0.1, 1, 5, 1_000, 1_100, kernel(150, 210, 5_100)));
            looks.add(new ProcessSample(0.2, 2, 50, 9_000, 6_000, kernel(300, 400, 4_900)));
            looks.add(new ProcessSample(0.3, 2, 7, 2_000, 6_000, kernel(120, 300, 9_000)));
            assertThat(looks.memory(BEFORE, 8_000L)).isEqualTo(new Memory(9_000, 8_000L, 200L, 200L, -100L, true));
        }
        assertThat(Files.readAllLines(folder.resolve("samples.csv")))
                .hasSize(4)
                .contains("0.200,2,50,9000,300,400,4900,1000000");
    }

    @Test
    void whatNoLookHasMetIsInTheHighWaterMark() throws Exception {
        try (var looks = new ProcessSamples(folder)) {
            looks.add(new ProcessSample(0.1, 1, 5, 1_000, 3_000, kernel(100, 200, 5_000)));
            assertThat(looks.memory(BEFORE, null).peakRssBytes()).isEqualTo(3_000);
        }
    }

    @Test
    void withoutALookThereIsNoFigure() throws Exception {
        try (var looks = new ProcessSamples(folder)) {
            assertThat(looks.memory(BEFORE, null)).isNull();
            assertThat(looks.thinned()).isEmpty();
        }
    }

    @Test
    void aLongCurveKeepsItsEnds() {
        var points = IntStream.range(0, 2_345).mapToObj(i -> new Point(i, i, i)).toList();
        var thinned = ProcessSamples.thinned(points);
        assertThat(thinned).hasSize(200).startsWith(points.getFirst()).endsWith(points.getLast());
        assertThat(ProcessSamples.thinned(points.subList(0, 200))).hasSize(200);
    }

    @Test
    void theKernelIsCalmWhenNothingOfItMoves() {
        var still = new ArrayDeque<>(
                List.of(kernel(0, 0, 0), kernel(0, 0, 1_000), kernel(0, 0, 0), kernel(0, 0, 0), kernel(0, 400_000, 0)));
        assertThat(KernelMemorySettling.isCalm(still)).isTrue();
        still.removeFirst();
        assertThat(KernelMemorySettling.isCalm(still)).as("too few looks").isFalse();
        still.addLast(kernel(16 << 20, 0, 0));
        assertThat(KernelMemorySettling.isCalm(still)).isFalse();
    }
}
