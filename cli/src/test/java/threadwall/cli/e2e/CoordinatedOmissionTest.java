package threadwall.cli.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import threadwall.record.StepRecord;
import threadwall.record.StepRecord.Outcome;
import threadwall.record.StepWarning;

/**
 * A server that stalls for a tenth of the time. Of the requests that are due then, one in ten waits for longer than nine
 * tenths of the stall, which is p99 of all requests. A client that waits for responses sends hardly any of them.
 */
class CoordinatedOmissionTest {

    private static final int STALL_MILLIS = 400;
    private static final int PERIOD_MILLIS = 10 * STALL_MILLIS;

    private static final int RATE = 1_000;

    /** A period: a tenth of this time is stalled, wherever it begins. */
    private static final int SECONDS = PERIOD_MILLIS / 1_000;

    /** Both those before and behind a stall that the load begins and ends in are less than one request in a hundred. */
    private static final int CONNECTIONS = RATE * SECONDS / 400;

    @TempDir
    private Path temporary;

    @ParameterizedTest
    @ValueSource(strings = {"open-loop", "vegeta"})
    void plannedLatencyShowsAStallThatRawLatencyAndAbMiss(String engine) throws Exception {
        Engines.assumeBuilt(engine);
        var server = Java.start(
                List.of(StallingServer.class.getName(), String.valueOf(STALL_MILLIS), String.valueOf(PERIOD_MILLIS)));
        try {
            var target = "stalling=http://127.0.0.1:" + server.inputReader().readLine();
            var open = sweep(target, "--engine=" + engine, "--rate=" + RATE);
            double planned = open.arrivals().planned().p99Millis();
            // nine tenths of a stall, or less if the load begins and ends in one; the upper bound finds a wrong unit
            assertThat(planned).isBetween(0.5 * STALL_MILLIS, (double) PERIOD_MILLIS);
            // on a busy machine; else less than a tenth. With the stall in it, it would be as high as the planned one
            assertThat(open.latency().p99Millis()).isLessThan(2 * planned / 3);
            // all but those of a stall that the load ends in
            assertThat(open.arrivals().answeredInTime()).isGreaterThan((long) (0.88 * RATE * SECONDS));
            assertThat(open.warnings())
                    .filteredOn(StepWarning.HeldBack.class::isInstance)
                    .singleElement()
                    .isEqualTo(new StepWarning.HeldBack(
                            open.arrivals().heldBack(),
                            CONNECTIONS,
                            planned,
                            open.latency().p99Millis()));
            var closed = sweep(target, "--engine=ab", "--keep-alive");
            assertThat(closed.latency().p99Millis()).isLessThan(2 * planned / 3);
            assertThat(closed.arrivals()).isNull();
        } finally {
            server.destroyForcibly().onExit().join();
        }
    }

    private StepRecord sweep(String target, String engine, String... more) throws IOException {
        var folder = temporary.resolve(engine.replace("--engine=", ""));
        var options = new ArrayList<>(List.of("sweep", "--target=" + target, "--route=/json", engine));
        options.addAll(List.of("--duration=" + SECONDS + "s", "--connections=" + CONNECTIONS, "--out=" + folder));
        options.addAll(List.of(more));
        var result = Cli.run(options.toArray(String[]::new));
        assertThat(result.exitCode()).as(result.out() + result.err()).isZero();
        var step = Cli.steps(folder).getFirst();
        assertThat(step.outcome()).isEqualTo(Outcome.OK);
        if (step.arrivals() != null) {
            assertThat(result.out()).contains("requests waited for one of " + CONNECTIONS + " connections: p99 is ");
        }
        return step;
    }
}
