package threadwall.cli.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import threadwall.record.PauseFile;
import threadwall.record.Sample;
import threadwall.record.Sample.Phase;
import threadwall.record.SampleFile;
import threadwall.record.StepRecord;

/** What is seen of real servers from READY until they are stopped. */
class SampledSweepTest {

    private static final int CONNECTIONS = 60;

    @TempDir
    private Path temporary;

    @Test
    void aStepIsSeenFromReadyToItsStop() throws Exception {
        List<StepRecord> steps;
        try (var theirs = Liar.honest()) {
            var result = Cli.run(
                    "sweep",
                    "--servers=spring-blocking,kilim",
                    "--target=" + theirs.as("theirs"),
                    "--concurrency=" + CONNECTIONS,
                    "--requests=100x",
                    "--route=/json2?time=20",
                    "--linger=2s",
                    "--port=" + Ports.free(),
                    "--out=" + run());
            assertThat(result.exitCode()).as(result.err()).isZero();
            assertThat(result.err()).contains("\n  loading: ", " of 6,000 requests", "\n  lingering: ", " threads, 2 s left\n");
            steps = Cli.steps(run());
        }
        assertThat(steps).hasSize(3);
        for (var step : steps) {
            assertTellsTheStep(step, samples(step));
        }
        var blocking = samples(steps.get(0));
        assertThat(most(of(Phase.LOAD, blocking), Sample::serverThreads))
                .as("a thread for each connection")
                .isGreaterThanOrEqualTo(blocking.getFirst().serverThreads() + CONNECTIONS / 2);
        var fibers = samples(steps.get(1));
        assertThat(most(fibers.stream(), Sample::serverThreads))
                .as("none more for a connection")
                .isLessThan(fibers.getFirst().serverThreads() + CONNECTIONS / 4);
        for (var ours : steps.subList(0, 2)) {
            var pauses = PauseFile.read(folder(ours));
            assertThat(ours.gc().pauses()).isBetween(0, pauses.size());
            assertThat(pauses).allMatch(pause -> pause.millis() >= 0 && pause.shard() == 0);
        }
        assertThat(steps.get(2).gc()).as("no log of ours").isNull();
        assertThat(folder(steps.get(2)).resolve(PauseFile.NAME)).doesNotExist();
    }

    private static void assertTellsTheStep(StepRecord step, List<Sample> samples) {
        assertThat(phases(samples)).containsExactly(Phase.IDLE, Phase.WARM_UP, Phase.LOAD, Phase.IDLE, Phase.LINGER);
        assertThat(samples).extracting(Sample::millis).isSorted();
        assertThat(of(Phase.LINGER, samples)).as("one a second at least").hasSizeGreaterThanOrEqualTo(2);
        for (var loaded : List.of(Phase.WARM_UP, Phase.LOAD)) {
            assertThat(of(loaded, samples)).anyMatch(sample -> sample.clientProcesses() == 1);
        }
        assertThat(of(Phase.LINGER, samples)).allMatch(sample -> sample.clientProcesses() == 0);

        // the record's peaks are those of the measured load, and of nothing else
        assertThat(most(of(Phase.LOAD, samples), Sample::serverThreads))
                .isEqualTo(step.server().threadsPeak());
        assertThat(most(of(Phase.LOAD, samples), Sample::serverRssBytes))
                .isEqualTo(step.server().rssPeakBytes());
        assertThat(most(of(Phase.LOAD, samples), Sample::open))
                .isEqualTo(step.connections().peakOpen());
        assertThat(of(Phase.LOAD, samples).filter(sample -> sample.open() != null))
                .hasSize(step.connections().samples());

        assertThat(step.asked().lingerSeconds()).isEqualTo(2);
        assertThat(step.sampling().samples()).isEqualTo(samples.size());
        assertThat(step.sampling().seconds()).isEqualTo(samples.getLast().millis() / 1e3);
        assertThat(step.sampling().cpuSeconds()).isPositive();
    }

    private static List<Phase> phases(List<Sample> samples) {
        var phases = new ArrayList<Phase>();
        for (var sample : samples) {
            if (phases.isEmpty() || phases.getLast() != sample.phase()) {
                phases.add(sample.phase());
            }
        }
        return phases;
    }

    private static Stream<Sample> of(Phase phase, List<Sample> samples) {
        return samples.stream().filter(sample -> sample.phase() == phase);
    }

    private static long most(Stream<Sample> samples, Function<Sample, Long> figure) {
        return samples.map(figure)
                .filter(value -> value != null)
                .mapToLong(Long::longValue)
                .max()
                .orElseThrow();
    }

    private List<Sample> samples(StepRecord step) throws Exception {
        return SampleFile.read(folder(step));
    }

    private Path folder(StepRecord step) {
        return run().resolve(step.asked().folder());
    }

    private Path run() {
        return temporary.resolve("run");
    }
}
