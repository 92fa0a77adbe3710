package threadwall.cli.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import threadwall.record.RunFile;
import threadwall.record.StepRecord;
import threadwall.record.StepRecord.Outcome;

/** Small sweeps by the engines that go by time, with real processes. Those by ab are in every other test of a sweep. */
class EnginesTest {

    @TempDir
    private Path temporary;

    @Test
    void wrkLoadsKeptConnections() throws Exception {
        var step = sweep("wrk", "--keep-alive");
        assertThat(step.asked().clients().getFirst().measured().command().words())
                .contains("-c20", "-d1s");
        assertThat(step.asked().load().keepAlive()).isTrue();
    }

    @Test
    void ohaOpensAConnectionForEachRequest() throws Exception {
        Engines.assumeBuilt("oha");
        var step = sweep("oha");
        assertThat(step.asked().clients().getFirst().measured().command().words())
                .contains("--disable-keepalive");
        assertThat(step.asked().load().keepAlive()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"vegeta, gob", "open-loop, log"})
    void sendsAtARate(String engine, String log) throws Exception {
        Engines.assumeBuilt(engine);
        var step = sweep(engine, "--rate=400");
        assertThat(step.asked().load().keepAlive()).isTrue();
        assertThat(step.arrivals().due()).isEqualTo(400);
        assertThat(step.load().requestsCompleted())
                .as("a busy machine may keep a client from sending for a part of the second")
                .isBetween(200L, 401L);
        // those that a client on a busy machine never sent waited until the load's end
        assertThat(step.arrivals().planned().requests())
                .isBetween(step.load().requestsCompleted(), step.arrivals().due());
        assertThat(step.arrivals().planned().p50Millis())
                .isGreaterThanOrEqualTo(step.latency().p50Millis());
        var folder = temporary.resolve(engine + "/steps/001-kilim-20");
        assertThat(folder.resolve("latency.hlog")).content().contains("Tag=planned", "Tag=raw", "Tag=lag");
        assertThat(folder.resolve(engine + "-1." + log)).doesNotExist();
        assertThat(folder.resolve("warm-up-1." + log)).doesNotExist();
    }

    /** A second of 20 connections, and what is the same for every engine. */
    private StepRecord sweep(String engine, String... more) throws Exception {
        var folder = temporary.resolve(engine);
        var options =
                new ArrayList<>(List.of("sweep", "--servers=kilim", "--connections=20", "--route=/json2?time=10"));
        options.addAll(List.of("--engine=" + engine, "--duration=1s"));
        options.addAll(List.of("--port=" + Ports.free(), "--out=" + folder));
        options.addAll(List.of(more));
        var result = Cli.run(options.toArray(String[]::new));
        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(result.out()).contains("load: by " + engine);
        assertThat(Files.readString(folder.resolve("report.html")))
                .contains(", " + engine, "<dt>engine</dt><dd>" + engine + " ");
        assertThat(RunFile.in(folder).read().run().orElseThrow().machine().engines())
                .singleElement()
                .asString()
                .startsWith(engine + " ");
        assertThat(folder.resolve("steps/001-kilim-20").resolve(engine + "-1.txt"))
                .exists();
        assertThat(Cli.steps(folder)).singleElement().satisfies(step -> {
            assertThat(step.asked().load().engine()).isEqualTo(engine);
            assertThat(step.asked().load().requests()).isNull();
            assertThat(step.outcome()).isEqualTo(Outcome.OK);
            assertThat(step.load().failed()).isZero();
            assertThat(step.load().requestsCompleted()).isGreaterThan(20);
            assertThat(step.load().windowSeconds()).isBetween(1.0, 5.0);
            assertThat(step.latency().requests()).isEqualTo(step.load().requestsCompleted());
            assertThat(step.latency().p50Millis())
                    .isBetween(step.latency().minMillis(), step.latency().p99Millis());
            assertThat(step.client().processes()).isEqualTo(1);
            assertThat(step.client().cpuSeconds()).isPositive();
            assertThat(step.connections().peakOpen()).isPositive();
            assertThat(step.server().requestsPerCpuSecond()).isPositive();
        });
        return Cli.steps(folder).getFirst();
    }
}
