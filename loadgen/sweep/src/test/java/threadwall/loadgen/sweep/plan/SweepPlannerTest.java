package threadwall.loadgen.sweep.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static threadwall.loadgen.sweep.plan.SweepConfigBuilder.CONTAINER;
import static threadwall.loadgen.sweep.plan.SweepConfigBuilder.at;
import static threadwall.loadgen.sweep.plan.SweepConfigBuilder.host;
import static threadwall.loadgen.sweep.plan.SweepConfigBuilder.target;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import threadwall.limits.LimitScope;
import threadwall.loadgen.sweep.plan.SweepConfig.Requests;
import threadwall.loadgen.sweep.plan.SweepConfig.Spinning;
import threadwall.loadgen.sweep.plan.SweepConfig.Target;
import threadwall.loadgen.testbed.HostLimits;
import threadwall.loadgen.testbed.StoreKind;
import threadwall.process.PreconditionException;
import threadwall.record.StepPlan;
import threadwall.record.StepPlan.Program;
import threadwall.record.StepPlan.Shard;
import threadwall.record.StepPlan.TargetSettings;

/** The order of the steps, and how a server is started for one. */
class SweepPlannerTest {

    @Test
    void plansAStepForEachNumberOfWorkersAndInterleavesRepeats() throws PreconditionException {
        var steps = at(10).servers("kilim", "spring-blocking")
                .workers(1, null)
                .repeats(2)
                .on(CONTAINER);
        assertThat(steps)
                .extracting(step -> step.server() + " " + step.servers().workers() + " " + step.repeat())
                .containsExactly(
                        "kilim 1 1",
                        "kilim null 1",
                        "spring-blocking 1 1",
                        "spring-blocking 20 1",
                        "kilim 1 2",
                        "kilim null 2",
                        "spring-blocking 1 2",
                        "spring-blocking 20 2");
        assertThat(steps.getFirst().shards().getFirst().command().words()).containsSequence("--workers", "1");
        assertThat(steps.get(1).shards().getFirst().command().words()).doesNotContain("--workers");
    }

    @Test
    void switchesSpinningOffInTheEnvironment() throws PreconditionException {
        var asked = at(10).servers("dotnet").workers(1, null).spinning(Spinning.DEFAULT, Spinning.OFF);
        var steps = asked.pin("server=0").on(CONTAINER);
        assertThat(steps)
                .extracting(
                        step -> step.servers().workers() + " " + step.servers().spinning())
                .containsExactly("1 null", "1 off", "null null", "null off");
        var server = "dotnet peers/dotnet/target/server/server.dll --host 127.0.0.1 --port 8080";
        assertThat(steps)
                .extracting(step ->
                        String.join(" ", step.shards().getFirst().command().words()))
                .containsExactly(
                        "taskset -c 0 " + server + " --workers 1",
                        "taskset -c 0 env DOTNET_ThreadPool_UnfairSemaphoreSpinLimit=0 " + server + " --workers 1",
                        "taskset -c 0 " + server,
                        "taskset -c 0 env DOTNET_ThreadPool_UnfairSemaphoreSpinLimit=0 " + server);
    }

    @Test
    void interleavesRepeatsOverServers() throws PreconditionException {
        var steps = at(1_000, 5_000)
                .servers("kilim", "spring-virtual")
                .targets(target("mine", null))
                .repeats(2)
                .on(CONTAINER);
        assertThat(steps.stream()
                        .limit(7)
                        .map(step -> "%d %s %d"
                                .formatted(
                                        step.repeat(),
                                        step.server(),
                                        step.load().concurrency())))
                .containsExactly(
                        "1 kilim 1000",
                        "1 spring-virtual 1000",
                        "1 mine 1000",
                        "1 kilim 5000",
                        "1 spring-virtual 5000",
                        "1 mine 5000",
                        "2 kilim 1000");
        assertThat(steps).hasSize(12);
        assertThat(steps.stream().map(StepPlan::number)).containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12);
    }

    @Test
    void isTheSamePlanForTheSameConfiguration() throws PreconditionException {
        assertThat(at(1_000, 40_000)
                        .servers("kilim", "spring-blocking")
                        .repeats(3)
                        .on(CONTAINER))
                .isEqualTo(at(1_000, 40_000)
                        .servers("kilim", "spring-blocking")
                        .repeats(3)
                        .on(CONTAINER));
    }

    @ParameterizedTest
    @CsvSource({
        "1_000, 20_000, 1",
        "19_000, 20_000, 1",
        "20_000, 20_000, 2",
        "40_000, 20_000, 3",
        "40_000, 1_048_576, 1"
    })
    void startsAsManyServersAsNofileDemands(String connections, String nofile, int shards)
            throws PreconditionException {
        var step = at(number(connections)).on(host(number(nofile), 28_000)).getFirst();
        assertThat(step.shards()).hasSize(shards);
        assertThat(step.shards().stream().map(Shard::url))
                .containsExactlyElementsOf(IntStream.rangeClosed(1, shards)
                        .mapToObj("http://127.0.0.%d:8080"::formatted)
                        .toList());
        assertThat(step.expect().stream().anyMatch(line -> line.contains("server processes: nofile")))
                .isEqualTo(shards > 1);
    }

    @Test
    void spreadsTheVerifierOverTheShardsToo() throws PreconditionException {
        // one request per connection needs 910 verifier connections, more than fit into one server
        var step = at(5_000)
                .requests(new Requests.PerConnection(1))
                .on(host(1_024, 28_000))
                .getFirst();
        assertThat(step.load().verifiers()).isEqualTo(910);
        assertThat(step.shards()).hasSize(9);
    }

    @Test
    void startsServersWithTheirOptionsAndAGcLogInTheStepsFolder() throws PreconditionException {
        var shards = at(40_000).servers("spring-blocking").workers(7).step().shards();
        assertThat(shards.get(2).command().words())
                .startsWith("java")
                .contains("-jar", "server-spring/target/server-spring.jar")
                .contains("-Xlog:gc:file=results/now/steps/001-spring-blocking-40000/gc-3.log:utctime,uptime")
                .containsSequence("--model", "blocking")
                .containsSequence("--host", "127.0.0.3", "--port", "8080", "--workers", "7")
                .containsSequence("--db-connections", "10");
    }

    @Test
    void leavesServersUpAfterTheLoadWhenAsked() throws PreconditionException {
        assertThat(at(10).step().servers().lingerSeconds()).isNull();
        assertThat(at(10).linger(75).step().servers().lingerSeconds()).isEqualTo(75);
    }

    @Test
    void namesTheStoreOfAServerAndNotItsUrl() throws PreconditionException {
        var postgres = at(10).servers("spring-virtual").step().shards().getFirst();
        assertThat(postgres.store()).isEqualTo("postgres");
        assertThat(postgres.command().words())
                .containsSequence("--store", "postgres", "--db-connections", "10")
                .doesNotContain("--postgres");
        var embedded = at(10).servers("kilim").step().shards().getFirst();
        assertThat(embedded.store()).isEqualTo("embedded");
        assertThat(embedded.command().words()).doesNotContain("--store");
    }

    @Test
    void givesNodeAPostgresWhereItsRouteNeedsOne() throws PreconditionException {
        var node = at(10).servers("node");
        assertThat(node.step().shards().getFirst().store()).isNull();
        assertThat(node.route("/db2?max=5").step().shards().getFirst().store()).isEqualTo("postgres");
    }

    @Test
    void givesAllServersTheConfiguredStore() throws PreconditionException {
        var fortunes = at(10).route("/fortunes").servers("kilim", "spring-blocking", "node");
        assertThat(fortunes.on(CONTAINER))
                .extracting(plan -> plan.data().store())
                .containsExactly("embedded", "postgres", "postgres");
        assertThat(fortunes.store(StoreKind.POSTGRES).dbConnections(7).on(CONTAINER))
                .allSatisfy(step -> {
                    assertThat(step.data().store()).isEqualTo("postgres");
                    assertThat(step.data().dbConnections()).isEqualTo(7);
                    assertThat(step.shards().getFirst().command().words())
                            .containsSequence("--store", "postgres", "--db-connections", "7");
                });
        var embedded = fortunes.servers("kilim", "kilim-nio", "spring-deferred").store(StoreKind.EMBEDDED);
        assertThat(embedded.on(CONTAINER)).allSatisfy(step -> {
            assertThat(step.data().store()).isEqualTo("embedded");
            assertThat(step.data().dbConnections()).isNull();
            assertThat(step.shards().getFirst().command().words()).doesNotContain("--postgres", "--db-connections");
        });
    }

    @Test
    void recordsNoStoreForARouteWithoutData() throws PreconditionException {
        var step = at(10).servers("spring-blocking").step();
        assertThat(step.data().store()).isNull();
        assertThat(step.data().dbConnections()).isNull();
    }

    @Test
    void countsTheConnectionsOfAllShards() throws PreconditionException {
        var step = at(40_000)
                .servers("kilim")
                .route("/fortunes")
                .store(StoreKind.POSTGRES)
                .step();
        assertThat(step.shards()).hasSize(3);
        assertThat(step.databaseConnections()).isEqualTo(3 * StoreConfig.CONNECTIONS);
    }

    @Test
    void givesABlockingServerAThreadForEachConnectionAndForTheVerifier() throws PreconditionException {
        var step = at(40_000).servers("spring-blocking").step();
        assertThat(step.load().verifiers()).isEqualTo(228);
        assertThat(step.servers().workers()).isEqualTo(13_410).isEqualTo(Math.ceilDiv(40_228, 3));
        assertThat(step.shards())
                .allSatisfy(shard -> assertThat(shard.command().words()).containsSequence("--workers", "13410"));
        assertThat(at(40_000).servers("spring-virtual").step().servers().workers())
                .isNull();
        assertThat(at(40_000)
                        .servers("spring-blocking")
                        .workers(9)
                        .step()
                        .servers()
                        .workers())
                .isEqualTo(9);
    }

    @Test
    void neverStartsATarget() throws PreconditionException {
        var step = at(40_000).servers().targets(target("mine", 50_000L)).step();
        assertThat(step.shards())
                .containsExactly(new Shard("http://127.0.0.9:9000", List.of(4_711L), null, null, null));
        assertThat(step.servers().workers()).isNull();
    }

    @Test
    void doesNotWarmUpBySleepsOfMinutes() throws PreconditionException {
        var client = at(10).route("/json2?time=200000").step().clients().getFirst();
        assertThat(client.measured().load().url()).endsWith("/json2?time=200000");
        assertThat(client.warmUp().load().url()).endsWith("/json2?time=30000");
        client = at(10).route("/json2?time=30000").step().clients().getFirst();
        assertThat(client.warmUp().load().url()).endsWith("/json2?time=30000");
    }

    @Test
    void aHeapFitsIntoLimitedMemory() throws PreconditionException {
        var step = at(10).servers("spring-blocking").limits(1L << 30, 0.5).step();
        assertThat(step.servers().limits()).isEqualTo(new StepPlan.ServerLimits(1L << 30, 0.5));
        assertThat(step.shards().getFirst().command().words())
                .contains("-Xmx768m")
                .doesNotContain("-Xmx4g");
        assertThat(step.expect()).contains("each server process may use 1,024 MB of memory and 0.5 CPUs");
        assertThat(at(10).limits(null, 2.0).step().shards().getFirst().command().words())
                .contains("-Xmx4g");
    }

    @Test
    void startsAUsersProgramAsItStartsOurs() throws PreconditionException {
        var step =
                at(40_000).servers().targets(program("shop --at {host}:{port}")).step();
        assertThat(step.server()).isEqualTo("mine");
        assertThat(step.servers().target().program().ready()).isEqualTo("/up");
        assertThat(step.shards()).hasSize(3);
        assertThat(step.shards().get(1).url()).isEqualTo("http://127.0.0.2:8080");
        assertThat(step.shards().get(1).command().words()).containsExactly("bash", "-c", "shop --at 127.0.0.2:8080");
        assertThat(step.shards().get(1).gcLog()).isNull();
    }

    @Test
    void refusesSeveralProcessesOfAProgramThatTakesNoAddress() {
        assertThatThrownBy(() ->
                        at(40_000).servers().targets(program("shop {port}")).step())
                .hasMessage(
                        "--target mine: 40,000 connections need 3 processes, each on its own address: add {host} to the"
                                + " command, as in --server.address={host}, or ask for fewer connections");
    }

    private static Target.Started program(String command) {
        return new Target.Started(
                "mine", command, new TargetSettings(new Program(".", "/up", 60), null, null, null, null));
    }

    @ParameterizedTest
    @CsvSource({"4, 228", "1, 910", "100, 10", "1000, 4"})
    void hasVerifiersForSevenHundredAnswers(int times, int verifiers) throws PreconditionException {
        assertThat(at(1_000)
                        .requests(new Requests.PerConnection(times))
                        .step()
                        .load()
                        .verifiers())
                .isEqualTo(verifiers);
    }

    @Test
    void hasNoMoreVerifiersThanConnectionsButFour() throws PreconditionException {
        assertThat(at(20).requests(new Requests.PerConnection(1)).step().load().verifiers())
                .isEqualTo(20);
        assertThat(at(1).requests(new Requests.PerConnection(1)).step().load().verifiers())
                .isEqualTo(4);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 999, 5_000, 40_000})
    void sleepsLongEnoughForAFullHouse(int connections) throws PreconditionException {
        var step = at(connections).fullHouse().step();
        assertThat(step.load().sleepMillis()).isGreaterThanOrEqualTo(2_000).isGreaterThanOrEqualTo(2 * connections);
        assertThat(step.load().route()).isEqualTo("/json2?time=" + step.load().sleepMillis());
        assertThat(step.clients())
                .allSatisfy(
                        client -> assertThat(client.measured().command().words().getLast())
                                .endsWith(step.load().route()));
        assertThat(step.load().timeoutSeconds() - 30)
                .isEqualTo(Math.ceilDiv(step.load().sleepMillis(), 1_000));
    }

    @Test
    void predictsRequestsInTheHandler() throws PreconditionException {
        assertThat(at(5_000).keepAlive().step().expect())
                .containsExactly("5,000 requests in the handler at once need 50,000 requests/s");
        assertThat(at(5_000).step().expect())
                .singleElement()
                .asString()
                .contains("To have all there, the load needs 50,000");
        assertThat(at(5_000).fullHouse().step().expect())
                .containsExactly("5,000 requests in the handler at once need 500 requests/s");
        assertThat(at(5_000).route("/json").step().expect()).isEmpty();
    }

    @Test
    void predictsASmallAcceptQueueAndAThreadLimit() throws PreconditionException {
        var small = new HostLimits(
                20_000,
                28_000,
                28_232,
                128L,
                2,
                SweepConfigBuilder.CPUS,
                null,
                List.of(SweepConfigBuilder.wall("kernel.pid_max", LimitScope.PID_NAMESPACE, 4_194, 4_000)),
                List.of());
        assertThat(at(5_000)
                        .servers("spring-blocking")
                        .route("/json")
                        .on(small)
                        .getFirst()
                        .expect())
                .containsExactly(
                        "accept queue 128 (net.core.somaxconn): connections of a larger burst wait for SYN retries",
                        "may need 5,000 threads; kernel.pid_max = 4,194 allows 4,000");
        assertThat(at(5_000).route("/json").on(small).getFirst().expect()).hasSize(1);
    }

    private static int number(String text) {
        return Integer.parseInt(text.replace("_", ""));
    }
}
