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
        var result =
                sweep("--servers=spring-blocking,kilim", "--requests=100x", "--linger=2s", "--port=" + Ports.free());
        assertThat(result.err()).contains("\n  loading: 6,000 requests\n", "\n  lingering: ", " threads, 2 s left\n");
        var steps = Cli.steps(run());
        assertThat(steps).hasSize(2);
        for (var step : steps) {
            boolean repeated = result.err()
                    .contains("%s: repeating the load".formatted(step.asked().server()));
            assertTellsTheStep(step, samples(step), repeated);
            var pauses = PauseFile.read(folder(step));
            assertThat(step.gc().pauses()).isBetween(0, pauses.size());
            assertThat(step.kernel().stolenPercent()).isNotNegative();
            assertThat(pauses).allMatch(pause -> pause.millis() >= 0 && pause.shard() == 0);
        }
        var blocking = samples(steps.getFirst());
        assertThat(most(of(Phase.LOAD, blocking), Sample::serverThreads))
                .as("a thread for each connection")
                .isGreaterThanOrEqualTo(blocking.getFirst().serverThreads() + CONNECTIONS / 2);
        var fibers = samples(steps.getLast());
        assertThat(most(fibers.stream(), Sample::serverThreads))
                .as("none more for a connection")
                .isLessThan(fibers.getFirst().serverThreads() + CONNECTIONS / 4);
    }

    @Test
    void aTargetIsSeenTooButForItsPauses() throws Exception {
        try (var theirs = Liar.honest()) {
            sweep("--target=" + theirs.as("theirs"), "--requests=10x");
        }
        var step = Cli.steps(run()).getFirst();
        assertThat(phases(samples(step))).containsExactly(Phase.IDLE, Phase.WARM_UP, Phase.LOAD, Phase.IDLE);
        assertThat(samples(step)).allMatch(sample -> sample.serverThreads() > 0);
        assertThat(step.gc()).as("no log of ours").isNull();
        assertThat(folder(step).resolve(PauseFile.NAME)).doesNotExist();
    }

    private Cli.Result sweep(String... options) {
        var all = new ArrayList<>(List.of("sweep", "--connections=" + CONNECTIONS, "--route=/json2?time=20"));
        all.addAll(List.of(options));
        all.add("--out=" + run());
        var result = Cli.run(all.toArray(String[]::new));
        assertThat(result.exitCode()).as(result.err()).isZero();
        return result;
    }

    /** @param repeated whether the load was made twice: the first was not steady, or too short */
    private static void assertTellsTheStep(StepRecord step, List<Sample> samples, boolean repeated) {
        var expected = new ArrayList<>(List.of(Phase.IDLE, Phase.WARM_UP, Phase.LOAD, Phase.IDLE, Phase.LINGER));
        if (repeated) {
            expected.addAll(expected.indexOf(Phase.LOAD), List.of(Phase.LOAD, Phase.IDLE));
        }
        assertThat(phases(samples)).isEqualTo(expected);
        if (step.steadiness() != null && step.steadiness().discarded() != null) {
            assertThat(repeated).isTrue();
        }
        assertThat(samples).extracting(Sample::millis).isSorted();
        assertThat(of(Phase.LINGER, samples)).as("one a second at least").hasSizeGreaterThanOrEqualTo(2);
        // a round of the warm-up may begin and end between two samples
        assertThat(of(Phase.LOAD, samples)).anyMatch(sample -> sample.clientProcesses() == 1);
        assertThat(of(Phase.LINGER, samples)).allMatch(sample -> sample.clientProcesses() == 0);

        // the record's peaks are those of the measured load, and of nothing else
        assertThat(most(measured(samples), Sample::serverThreads))
                .isEqualTo(step.server().threadsPeak());
        assertThat(most(measured(samples), Sample::serverRssBytes))
                .isEqualTo(step.server().rssPeakBytes());
        assertThat(most(measured(samples), Sample::open))
                .isEqualTo(step.connections().peakOpen());
        assertThat(measured(samples).filter(sample -> sample.open() != null))
                .hasSize(step.connections().samples());

        assertThat(step.asked().servers().lingerSeconds()).isEqualTo(2);
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

    /** The samples of the load, the second one if it was repeated. */
    private static Stream<Sample> measured(List<Sample> samples) {
        int last = samples.size() - 1;
        while (samples.get(last).phase() != Phase.LOAD) {
            last--;
        }
        int first = last;
        while (samples.get(first - 1).phase() == Phase.LOAD) {
            first--;
        }
        return samples.subList(first, last + 1).stream();
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
