package threadwall.cli.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import threadwall.record.IdleRecord;
import threadwall.record.IdleRecord.Answers;
import threadwall.record.IdleRecord.Asked;
import threadwall.record.IdleRecord.Moment;
import threadwall.record.IdleRecord.Reading;
import threadwall.record.RunFile;
import threadwall.record.ThreadRecord;
import tools.jackson.databind.json.JsonMapper;

/** All benchmarks with tiny numbers and real processes. */
class BenchTest {

    @TempDir
    private Path temporary;

    @Test
    void speedComparesWithThePeersOfTheSameRun() throws Exception {
        Home.withNative();
        var json = temporary.resolve("speed.json");
        var result = Cli.run(
                "bench",
                "speed",
                "--servers=virtual-threads,c-epoll",
                "--settings=wrk",
                "--wrk-connections=1",
                "--duration=1",
                "--repeats=1",
                "--rounds=2",
                "--port=" + Ports.free(2),
                "--out=" + temporary.resolve("run"),
                "--json=" + json,
                "--markdown=-");
        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(result.out()).startsWith("| setting | server | req/CPU-s |");
        var table = new JsonMapper().readTree(json.toFile());
        assertThat(table.at("/run/machine/kernel").asString()).isNotBlank();
        assertThat(table.at("/run/machine/engines/0").asString()).startsWith("wrk ");
        assertThat(table.at("/run/steps/1/clients/0/measured/command/0").asString())
                .isEqualTo("wrk");
        assertThat(table.at("/run/command/0").asString()).isEqualTo("bench");
        assertThat(table.at("/rows/0/server").asString()).isEqualTo("virtual-threads");
        assertThat(table.at("/rows/0/requestsPerCpuSecond/median").asDouble()).isPositive();
        assertThat(table.at("/rows/0/ratios/0/to").asString()).isEqualTo("c-epoll");
        assertThat(table.at("/rows/0/ratios/0/requestsPerCpuSecond/median").asDouble())
                .isPositive();
        assertThat(table.at("/rows/1/failedRequests").asLong()).isZero();
        var steps = Cli.steps(temporary.resolve("run"));
        assertThat(steps)
                .extracting(step -> step.asked().server() + step.asked().repeat())
                .containsExactly("virtual-threads1", "c-epoll1", "c-epoll2", "virtual-threads2");
        var wrk = steps.getFirst();
        assertThat(wrk.verified().wrong()).isZero();
        assertThat(wrk.latency().p99Millis())
                .isGreaterThanOrEqualTo(wrk.latency().p50Millis());
        assertThat(wrk.load().requestsCompleted()).isEqualTo(wrk.latency().requests());
    }

    @Test
    void idleHoldsWhatItWasAsked() throws Exception {
        Home.withNative();
        var result = Cli.run(
                "bench",
                "idle",
                "--servers=virtual-threads,c-epoll",
                "--collector=serial",
                "--connections=60",
                "--ping",
                "--port=" + Ports.free(),
                "--out=" + temporary.resolve("run"));
        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(result.out()).contains("virtual-threads  serial", "c-epoll", "half closed");
        var content = RunFile.in(temporary.resolve("run")).read();
        assertThat(content.run().orElseThrow().machine().engines())
                .singleElement()
                .asString()
                .startsWith("This is ApacheBench");
        var records = content.lines().stream()
                .filter(IdleRecord.class::isInstance)
                .map(IdleRecord.class::cast)
                .toList();
        assertThat(records).hasSize(2).allSatisfy(record -> {
            assertThat(record.readings())
                    .filteredOn(reading -> reading.moment() != Moment.OPENING)
                    .extracting(Reading::moment, Reading::connections)
                    .contains(
                            tuple(Moment.OWN, 0L),
                            tuple(Moment.HELD, 60L),
                            tuple(Moment.HALF_CLOSED, 30L),
                            tuple(Moment.REOPENED, 60L),
                            tuple(Moment.CLOSED, 0L));
            assertThat(record.at(Moment.OWN).orElseThrow().rssBytes()).isPositive();
            assertThat(record.at(Moment.HELD).orElseThrow().descriptors())
                    .isEqualTo(record.at(Moment.OWN).orElseThrow().descriptors() + 60);
            assertThat(record.answers())
                    .extracting(Answers::asked, Answers::requests, Answers::answered)
                    .containsExactly(
                            tuple(Asked.OPENED, 60L, 60L),
                            tuple(Asked.SAMPLED, 60L, 60L),
                            tuple(Asked.REOPENED, 30L, 30L),
                            tuple(Asked.ALL, 60L, 60L));
            assertThat(record.lost()).isEmpty();
        });
        assertThat(records.getFirst().command()).contains("-XX:+UseSerialGC");
        assertThat(records.getFirst().at(Moment.COLLECTED).orElseThrow().live().objects())
                .isPositive();
        assertThat(records.getLast().at(Moment.COLLECTED)).isEmpty();
        assertThat(Files.readString(RunFile.in(temporary.resolve("run")).path()))
                .doesNotContain(System.getProperty("user.dir"));
    }

    @Test
    void threadsAreAllThereAndAllRequestsAnswered() throws Exception {
        var result = Cli.run(
                "bench",
                "threads",
                "--threads=300",
                "--port=" + Ports.free(),
                "--out=" + temporary.resolve("run"),
                "--markdown=-");
        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(result.out()).contains("| jvm | 300 |", "| spring-blocking | 300 |", "### Readings");
        var records = RunFile.in(temporary.resolve("run")).read().lines().stream()
                .filter(ThreadRecord.class::isInstance)
                .map(ThreadRecord.class::cast)
                .toList();
        assertThat(records).extracting(ThreadRecord::server).containsExactly(null, "spring-blocking");
        assertThat(records).allSatisfy(record -> {
            var own = record.at(ThreadRecord.Moment.OWN).orElseThrow();
            var all = record.at(ThreadRecord.Moment.ALL).orElseThrow();
            assertThat(all.threads()).isGreaterThanOrEqualTo(300);
            assertThat(all.maps()).isGreaterThan(own.maps());
            assertThat(record.isGood()).isTrue();
        });
        assertThat(records.getLast().answered()).isEqualTo(300);
        assertThat(records.getLast().handlerPeak()).isGreaterThanOrEqualTo(300);
        assertThat(Files.readString(RunFile.in(temporary.resolve("run")).path()))
                .doesNotContain(System.getProperty("user.dir"));
    }

    @Test
    void aDryRunPrintsEveryCommandAndRunsNone() {
        var idle =
                Cli.run(("bench idle --servers=kilim,c-epoll --collector=serial --connections=300,600 --dry-run --out "
                                + temporary + "/run")
                        .split(" "));
        assertThat(idle.exitCode()).as(idle.err()).isZero();
        assertThat(idle.out())
                .contains(
                        "# step 1: kilim under serial, 300 idle connections; server processes: 1, clients: 1\n",
                        "# step 4: c-epoll, 600 idle connections; server processes: 1, clients: 1\n",
                        "-jar server-kilim/target/server-kilim.jar ",
                        "ab -r -k -s 30 -c 300 -n 6000 -B 127.2.0.1 http://127.0.0.1:8080/json\n",
                        "ab -r -k -s 30 -c 300 -n 100000 -B 127.1.0.1 -g ",
                        "ConnectionHolder 127.0.0.1 8080 127.3.4.1 &\n");
        var threads = Cli.run(("bench threads --threads=300 --dry-run --out " + temporary + "/run").split(" "));
        assertThat(threads.exitCode()).as(threads.err()).isZero();
        assertThat(threads.out())
                .contains(
                        "# step 1: 300 threads in a JVM; first the same program with one\n",
                        "sleep-java.jar threads 1 ",
                        "sleep-java.jar threads 300 ",
                        "# step 2: 300 threads in spring-blocking; server processes: 1, clients: 1\n");
        assertThat(temporary.resolve("run")).doesNotExist();
    }

    @Test
    void badUsageIs2() {
        bench("speed --servers tomcat").refused(2, "no server 'tomcat'");
        bench("speed --settings fast").refused(2, "no setting 'fast'; there are close, keepalive, keepalive-wrk, wrk");
        bench("idle --collector z").refused(2, "'z' is neither serial nor g1");
        bench("threads --in z").refused(2, "'z' is neither jvm nor handler");
        bench("speed --collector z").refused(2, "'z' is neither serial nor g1");
        bench("speed --json - --markdown -").refused(2, "only one of --json and --markdown");
        Cli.run("sweep", "--servers", "c-epoll", "--route", "/fortunes", "--out", temporary + "/run")
                .refused(2, "c-epoll has no /fortunes, because it has no store");
    }

    private Cli.Result bench(String options) {
        var result = Cli.run(("bench " + options + " --out " + temporary + "/run").split(" "));
        assertThat(temporary.resolve("run")).doesNotExist();
        return result;
    }
}
