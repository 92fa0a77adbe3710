package threadwall.loadgen.sweep.step;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import threadwall.loadgen.engine.LoadEngine;
import threadwall.process.NoProgress;
import threadwall.record.ClientLoad;
import threadwall.record.CommandLine;
import threadwall.record.StepPlan;
import threadwall.record.StepPlan.Client;
import threadwall.record.StepPlan.PlannedLoad;
import threadwall.record.StepPlan.Shard;
import threadwall.record.StepRecord;
import threadwall.record.StepRecord.Outcome;
import threadwall.record.StepRecord.Steadiness;
import threadwall.record.StepWarning;

/** Steps on a server whose cost of a request is known, with a real {@code ab}. */
@Tag("slow")
class RepeatedLoadTest {

    private static final Path HOME = Path.of("../..").toAbsolutePath().normalize();
    private static final int REQUESTS = 3_000;

    /** Steps made at most: on a busy machine a load may have too few samples, or look unsteady. */
    private static final int TRIES = 4;

    @TempDir
    private Path temporary;

    @Test
    void aSteadyServerIsLoadedOnceAndNotMarked() throws Exception {
        var record = first(thirds -> thirds.discarded() == null, 1_500, "500", "1", "1000000", "500");
        assertThat(record.steadiness().steady()).isTrue();
        assertThat(record.steadiness().discarded()).isNull();
        assertThat(record.warnings()).noneMatch(StepWarning.Unsteady.class::isInstance);
        assertThat(record.warmUp().requests()).isEqualTo(1_500);
    }

    /** It gets cheaper in the middle of the first load and stays so. */
    @Test
    void aServerThatWarmsUpDuringTheLoadIsLoadedAgain() throws Exception {
        var record = first(Steadiness::steady, 100, "1000", "0.5", "1800", "500");
        assertThat(record.steadiness().steady()).isTrue();
        assertThat(record.steadiness().discarded().steady()).isFalse();
        assertThat(record.steadiness().discarded().first().cpuMicros())
                .isGreaterThan(1.5 * record.steadiness().discarded().last().cpuMicros());
        assertThat(record.warnings()).noneMatch(StepWarning.Unsteady.class::isInstance);
        assertThat(record.load().requestsCompleted()).isEqualTo(REQUESTS);
    }

    /** It gets cheaper all the time. */
    @Test
    void aServerThatStillWarmsUpInTheSecondLoadIsMarked() throws Exception {
        var record = first(thirds -> true, 100, "1500", "0.75", "900", "10");
        assertThat(record.steadiness().steady()).isFalse();
        assertThat(record.steadiness().discarded().steady()).isFalse();
        var thirds = record.steadiness();
        assertThat(record.warnings())
                .contains(new StepWarning.Unsteady(
                        thirds.first().cpuMicros(), thirds.last().cpuMicros()));
        assertThat(thirds.first().cpuMicros()).isGreaterThan(thirds.last().cpuMicros());
    }

    /** The first of a few steps whose steadiness is known and matches, or the last. */
    private StepRecord first(Predicate<Steadiness> so, int warmUp, String... costs) throws Exception {
        var record = step(warmUp, costs);
        for (int tries = 1; tries < TRIES && !(record.steadiness() != null && so.test(record.steadiness())); tries++) {
            record = step(warmUp, costs);
        }
        assertThat(record.steadiness()).as("thirds of one of %d steps", TRIES).isNotNull();
        return record;
    }

    /** @param warmUp requests before the loads */
    private StepRecord step(int warmUp, String... costs) throws Exception {
        var folder = Files.createTempDirectory(temporary, "step");
        var line = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                CostlyServer.class.getName()));
        line.addAll(List.of(costs));
        var server = new ProcessBuilder(line)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (var output = server.inputReader()) {
            int port = Integer.parseInt(output.readLine());
            var plan = plan(folder, "http://127.0.0.1:" + port, server.pid(), warmUp);
            var record = new StepRunner(HOME, folder, plan, Optional.empty(), false, new NoProgress()).run();
            assertThat(record.outcome()).as(record.reason()).isEqualTo(Outcome.OK);
            return record;
        } finally {
            server.destroyForcibly().waitFor();
        }
    }

    private static StepPlan plan(Path folder, String url, long pid, int warmUp) {
        return new StepPlan(
                1,
                "costly",
                1,
                new StepPlan.LoadSettings("/json", null, 8, (long) REQUESTS, null, null, true, "ab", 4, 30),
                new StepPlan.WarmUpSettings(1, (long) warmUp, null),
                new StepPlan.ServerSettings(null, null, null, null, null, null),
                List.of(new Shard(url, List.of(pid), null, null, null)),
                List.of(new Client(
                        0,
                        load(url, "127.2.250.1", warmUp, null),
                        null,
                        load(url, "127.1.250.1", REQUESTS, folder + "/ab-1.tsv"))),
                List.of(),
                new StepPlan.DataSettings(null, null, null),
                null);
    }

    private static PlannedLoad load(String url, String source, int requests, String log) {
        var load = new ClientLoad(url + "/json", 8, (long) requests, null, null, null, source, true, true, 30, log);
        return new PlannedLoad(load, new CommandLine(LoadEngine.AB.command(load)));
    }
}
