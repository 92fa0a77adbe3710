package threadwall.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import threadwall.record.StepWarning.SharedWarmUp;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

class LegacyRecordsTest {

    private static final JsonMapper JSON = new JsonMapper();

    @TempDir
    private Path folder;

    static List<Object[]> sentences() {
        return List.of(
                new Object[] {"client-bound (ab at 97 % of its core)", new StepWarning.ClientBound("ab", 1, 0.97)},
                new Object[] {"client-bound (wrk at 99 % of its 2 threads)", new StepWarning.ClientBound("wrk", 2, 0.99)
                },
                new Object[] {"profiled", new StepWarning.Profiled()},
                new Object[] {"sharded over 3", new StepWarning.Sharded(3)},
                new Object[] {"only 17,922 connections open at once", new StepWarning.FewConnections(17_922)},
                new Object[] {"12,516 listen overflows", new StepWarning.ListenOverflows(12_516)},
                new Object[] {"8 TIME_WAIT overflows", new StepWarning.TimeWaitOverflows(8)},
                new Object[] {
                    "the hypervisor gave 12 % of the processors' time to others", new StepWarning.CpuStolen(12)
                },
                new Object[] {"too short to be timed", new StepWarning.ShortLoad(0)},
                new Object[] {"waited 59 s for TIME_WAIT", new StepWarning.WaitedForTimeWait(59)},
                new Object[] {"sharded over many", new StepWarning.Other("sharded over many")});
    }

    @ParameterizedTest
    @MethodSource("sentences")
    void readsASentenceAsItsWarning(String text, StepWarning warning) {
        assertThat(LegacyRecords.warning(text)).isEqualTo(warning);
    }

    @Test
    void idleConnectionsHadAFieldForEachReading() {
        var line = (ObjectNode) JSON.readTree("""
                {"kind": "idle", "schema": 22, "own": {"connections": 0, "rssBytes": 5},
                 "held": {"connections": 9, "rssBytes": 7}, "collected": null}""");
        LegacyRecords.upgrade(line);
        assertThat(line.path("readings")
                        .valueStream()
                        .map(reading -> reading.path("moment").asString()))
                .containsExactly("OWN", "HELD");
        assertThat(line.at("/readings/1/rssBytes").asInt()).isEqualTo(7);
        assertThat(line.path("serverProcesses").asInt()).isOne();
        assertThat(line.has("own") || line.has("collected")).isFalse();
    }

    @Test
    void readsTheLoadOfAb() throws IOException {
        var plan =
                read("ab -q -r -l -k -s 31 -c 2500 -n 10000 -B 127.1.0.2 -g steps/ab-2.tsv http://127.0.0.1:8080/db2");
        assertThat(plan.load().engine()).isEqualTo("ab");
        var client = plan.clients().getFirst();
        assertThat(client.measured().load())
                .isEqualTo(new ClientLoad(
                        "http://127.0.0.1:8080/db2",
                        2_500,
                        10_000L,
                        null,
                        null,
                        null,
                        "127.1.0.2",
                        true,
                        false,
                        31,
                        "steps/ab-2.tsv"));
        assertThat(client.warmUp()).isNull();
        assertThat(client.cold()).isNull();
    }

    @Test
    void readsTheLoadOfWrkBehindTaskset() throws IOException {
        var plan =
                read("taskset -c 0,1 wrk -t2 -c256 -d5s --timeout 30s -s loadgen/wrk.lua http://127.0.0.1:8080/json");
        assertThat(plan.load().engine()).isEqualTo("wrk");
        assertThat(plan.servers().pin()).isEqualTo(new StepPlan.Pin(List.of(), List.of(0, 1)));
        var load = plan.clients().getFirst().measured();
        assertThat(load.load())
                .isEqualTo(new ClientLoad(
                        "http://127.0.0.1:8080/json", 256, null, 5, null, 2, "127.0.0.9", true, true, 30, null));
        assertThat(load.command().words()).startsWith("taskset", "-c", "0,1", "wrk");
    }

    @Test
    void readsTheLoadOfOha() throws IOException {
        var load = read("oha --no-tui --output-format json --worker-threads 1 -c 10 -z 5s -t 30s --connect-timeout 30s"
                        + " --disable-keepalive http://127.0.0.1:8080/json")
                .clients()
                .getFirst()
                .measured()
                .load();
        assertThat(load.seconds()).isEqualTo(5);
        assertThat(load.cores()).isEqualTo(1);
        assertThat(load.keepAlive()).isFalse();
    }

    @Test
    void takesStoreAndGcLogOutOfTheCommandLineOfAServer() throws IOException {
        var shard = read("ab -c 1 -n 1 -s 1 http://127.0.0.1:8080/").shards().getFirst();
        assertThat(shard.store()).isEqualTo("postgres");
        assertThat(shard.gcLog()).isEqualTo("a folder/gc-1.log");
        assertThat(shard.command().words())
                .containsExactly(
                        "java",
                        "-Xlog:gc:file=\"a folder/gc-1.log\":utctime,uptime",
                        "-jar",
                        "x.jar",
                        "--port",
                        "8080");
    }

    @Test
    void aWarmUpThatJvmsSharedIsAWarning() throws IOException {
        var plan = read("ab -n 1 http://127.0.0.1:8080/");
        assertThat(plan.shards()).hasSize(1);
        var step = (ObjectNode) JSON.readTree(RunFile.json(Samples.step(1)));
        step.put("schema", 7);
        var asked = (ObjectNode) step.get("asked");
        asked.put("warmUpRounds", 4).put("warmUpRequests", 10_000);
        var shards = (ArrayNode) asked.get("shards");
        assertThat(warnings(step)).noneMatch(SharedWarmUp.class::isInstance);
        shards.add(shards.get(0));
        assertThat(warnings(step)).last().isEqualTo(new SharedWarmUp(20_000));
        shards.forEach(shard -> ((ObjectNode) shard).putNull("gcLog"));
        assertThat(warnings(step)).noneMatch(SharedWarmUp.class::isInstance);
    }

    /** Of steps, and of the plan that a run that was interrupted goes on with. */
    @Test
    void postgresqlsOwnCacheWasTheUsualBeforeItCouldBeChosen() throws IOException {
        var step = (ObjectNode) JSON.readTree(RunFile.json(Samples.step(1)));
        var run = (ObjectNode) JSON.readTree(RunFile.json(Samples.run()));
        run.putArray("steps").add(step.get("asked").deepCopy());
        for (var line : List.of(step, run)) {
            line.put("schema", 21)
                    .findParents("sharedBuffersBytes")
                    .forEach(size -> ((ObjectNode) size).remove("sharedBuffersBytes"));
        }
        Files.writeString(folder.resolve(RunFile.NAME), run + "\n" + step + "\n");
        var read = RunFile.in(folder).read();
        assertThat(read.skipped()).isEmpty();
        assertThat(List.of(
                        read.run().orElseThrow().steps().getFirst(),
                        read.steps().getFirst().asked()))
                .allSatisfy(plan ->
                        assertThat(plan.data().dataSize().sharedBuffersBytes()).isEqualTo(8 << 20));
    }

    private List<StepWarning> warnings(ObjectNode step) throws IOException {
        ((ArrayNode) step.get("warnings")).removeAll();
        Files.writeString(folder.resolve(RunFile.NAME), step + "\n");
        return RunFile.in(folder).read().steps().getFirst().warnings();
    }

    /** A warning or load without a type of its own would be printed differently than before. */
    @Test
    void knowsEveryLoadAndWarningThatIsPublished() throws IOException {
        try (var files = Files.find(Path.of("..", "docs", "data"), 2, (path, is) -> path.endsWith(RunFile.NAME))) {
            for (var file : files.toList()) {
                var content = RunFile.in(file.getParent()).read();
                assertThat(content.skipped()).as(file.toString()).isEmpty();
                for (var step : content.steps()) {
                    assertThat(step.warnings()).as(file.toString()).noneMatch(StepWarning.Other.class::isInstance);
                    for (var client : step.asked().clients()) {
                        var load = client.measured().load();
                        assertThat(load.timeoutSeconds()).as(file.toString()).isPositive();
                        assertThat(load.requests() == null).isNotEqualTo(load.seconds() == null);
                    }
                }
            }
        }
    }

    /** A step's plan in format 6 with one client that has this command line. */
    private StepPlan read(String command) throws IOException {
        var step = (ObjectNode) JSON.readTree(RunFile.json(Samples.step(1)));
        step.put("schema", 6).remove("warnings");
        step.putArray("remarks").add("sharded over 2");
        var plan = (ObjectNode) step.get("asked");
        plan.put("number", 7).putNull("dataSize").remove(List.of("pin", "engine"));
        var client = plan.putArray("clients").addObject();
        client.put("shard", 0).put("source", "127.0.0.9").put("concurrency", 1).put("requests", 1);
        client.putArray("warmUp");
        var words = client.putArray("command");
        List.of(command.split(" ")).forEach(words::add);
        var shard = plan.putArray("shards").addObject();
        shard.put("url", "http://127.0.0.1:8080").putArray("pids");
        var line = shard.putArray("command");
        List.of(
                        "java",
                        "-Xlog:gc:file=\"a folder/gc-1.log\":utctime,uptime",
                        "-jar",
                        "x.jar",
                        "--postgres",
                        "{postgres}")
                .forEach(line::add);
        line.add("--port").add("8080");
        Files.writeString(folder.resolve(RunFile.NAME), step + "\n");
        var read = RunFile.in(folder).read();
        assertThat(read.skipped()).isEmpty();
        assertThat(read.steps().getFirst().warnings()).containsExactly(new StepWarning.Sharded(2));
        return read.steps().getFirst().asked();
    }
}
