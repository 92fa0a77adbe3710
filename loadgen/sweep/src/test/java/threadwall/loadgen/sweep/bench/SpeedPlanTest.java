package threadwall.loadgen.sweep.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import threadwall.loadgen.sweep.bench.SpeedPlan.Setting;
import threadwall.loadgen.sweep.plan.SweepConfig.Requests;
import threadwall.loadgen.testbed.HostLimits;
import threadwall.loadgen.testbed.ServerCatalog;
import threadwall.process.CpuList;
import threadwall.process.PreconditionException;
import threadwall.record.StepPlan;

class SpeedPlanTest {

    private static final HostLimits CONTAINER = new HostLimits(
            20_000, 12_704, 28_232, 65_535L, 4, CpuList.parse("0-3").orElseThrow(), null, List.of(), List.of());

    @Test
    void loadsServersInTurnAndEachFirstOnce() throws PreconditionException {
        assertThat(plan(Setting.CLOSE, Setting.WRK).starts(CONTAINER, "now"))
                .extracting(start -> start.steps().stream()
                        .map(step -> step.server() + step.repeat())
                        .toList())
                .containsExactly(
                        List.of("kilim1", "c-epoll1", "c-epoll2", "kilim2"),
                        List.of("kilim3", "c-epoll3", "c-epoll4", "kilim4"),
                        List.of("kilim1", "c-epoll1", "c-epoll2", "kilim2"),
                        List.of("kilim3", "c-epoll3", "c-epoll4", "kilim4"));
        assertThat(steps(Setting.CLOSE, Setting.WRK))
                .extracting(plan -> plan.load().route())
                .startsWith("/json2?time=100")
                .endsWith("/json");
    }

    @Test
    void warmsUpAServerOnceAndThenOnlyLoadsIt() throws PreconditionException {
        for (var start : plan(Setting.KEEPALIVE).starts(CONTAINER, "now")) {
            assertThat(start.warmUps()).extracting(StepPlan::server).containsExactly("kilim", "c-epoll");
            for (var first : start.warmUps()) {
                assertThat(start.steps())
                        .filteredOn(step -> step.server().equals(first.server()) && step != first)
                        .singleElement()
                        .satisfies(again -> {
                            assertThat(again.shards()).isEqualTo(first.shards());
                            assertThat(again.warmUp().warmUpRounds()).isZero();
                            assertThat(again.clients())
                                    .allSatisfy(client ->
                                            assertThat(client.warmUp()).isNull());
                        });
            }
            assertThat(start.warmUps())
                    .extracting(step -> step.shards().getFirst().url())
                    .containsExactly("http://127.0.0.1:8080", "http://127.0.0.1:8081");
        }
    }

    @Test
    void refusesRepeatedServers() {
        var plan = new SpeedPlan(
                List.of("kilim", "kilim"),
                List.of(Setting.WRK),
                List.of(9),
                9,
                new Requests.PerConnection(4),
                7,
                1,
                1,
                null,
                8080,
                ServerCatalog.Collector.G1);
        assertThatThrownBy(() -> plan.starts(CONTAINER, "now"))
                .isInstanceOf(PreconditionException.class)
                .hasMessageStartingWith("--servers has kilim twice");
    }

    @Test
    void numbersFoldersAndSourceAddressesAreUnique() throws PreconditionException {
        var steps = steps(Setting.CLOSE, Setting.KEEPALIVE, Setting.WRK);
        assertThat(steps)
                .extracting(StepPlan::number)
                .containsExactlyElementsOf(IntStream.rangeClosed(1, 24).boxed().toList());
        var sources = new HashSet<String>();
        steps.stream()
                .flatMap(step -> step.clients().stream())
                .filter(client -> client.measured().command().words().getFirst().equals("ab"))
                .forEach(client -> assertThat(
                                sources.add(client.measured().load().source()))
                        .isTrue());
        assertThat(sources).hasSize(32); // two per load of 19,000 connections
        assertThat(steps.get(5).clients().getFirst().measured().command().words())
                .contains("now/steps/006-c-epoll-19000/ab-1.tsv");
    }

    @Test
    void keptConnectionsMakeMoreRequestsAfterALongerWarmUp() throws PreconditionException {
        var close = steps(Setting.CLOSE).getFirst();
        var kept = steps(Setting.KEEPALIVE).getFirst();
        assertThat(close.load().requests()).isEqualTo(4 * 19_000);
        assertThat(kept.load().requests()).isEqualTo(20 * 19_000);
        assertThat(kept.warmUp().warmUpRounds())
                .as("each connection would take a port of the client")
                .isEqualTo(1);
        assertThat(kept.warmUp().warmUpRequests()).isEqualTo(40L * kept.load().concurrency());
        assertThat(kept.clients())
                .allSatisfy(client -> assertThat(client.warmUp().command().words())
                        .containsSequence(
                                "-n", "" + 40 * client.measured().load().connections()));
        assertThat(close.load().keepAlive()).isFalse();
        assertThat(close.warmUp().warmUpRequests()).isEqualTo(kept.warmUp().warmUpRequests());
        assertThat(close.clients()).allSatisfy(client -> {
            assertThat(client.warmUp().command().words()).contains("-k");
            assertThat(client.measured().command().words()).doesNotContain("-k");
        });
        assertThat(kept.clients().getFirst().measured().command().words()).contains("-k");
    }

    @Test
    void wrkEndsByTime() throws PreconditionException {
        var step = steps(Setting.WRK).getFirst();
        assertThat(step.load().requests()).isNull();
        assertThat(step.warmUp().warmUpRequests()).isNull();
        assertThat(step.load().keepAlive()).isTrue();
        assertThat(step.clients()).singleElement().satisfies(client -> {
            assertThat(client.measured().command().words())
                    .startsWith("wrk")
                    .contains("-c256", "-d7s", "loadgen/wrk.lua")
                    .endsWith("http://127.0.0.1:8080/json");
            assertThat(client.warmUp().command().words()).contains("-d5s");
            assertThat(client.measured().load().requests()).isNull();
        });
    }

    @Test
    void aServerIsOneProcess() {
        assertThatThrownBy(() -> plan(Setting.CLOSE)
                        .starts(
                                new HostLimits(
                                        10_000,
                                        12_704,
                                        28_232,
                                        null,
                                        4,
                                        CpuList.parse("0-3").orElseThrow(),
                                        null,
                                        List.of(),
                                        List.of()),
                                "now"))
                .isInstanceOfSatisfying(
                        PreconditionException.class,
                        refused -> assertThat(refused.exitCode()).isEqualTo(4))
                .hasMessageStartingWith("asked for 19,000 connections to one process of each server; nofile is 10,000");
    }

    @Test
    void usesAllConcurrenciesExceptForWrk() throws PreconditionException {
        var plan = plan(List.of("kilim"), List.of(500, 1_000), Setting.CLOSE, Setting.KEEPALIVE_WRK, Setting.WRK);
        assertThat(plan.starts(CONTAINER, "now"))
                .extracting(start -> start.steps().getFirst())
                .extracting(step -> step.load().engine() + step.load().concurrency())
                .containsExactly(
                        "ab500", "ab500", "ab1000", "ab1000", "wrk500", "wrk500", "wrk1000", "wrk1000", "wrk256",
                        "wrk256");
        assertThatThrownBy(() ->
                        plan(List.of("kilim"), List.of(5, 5), Setting.CLOSE).starts(CONTAINER, "now"))
                .isInstanceOf(PreconditionException.class)
                .hasMessageStartingWith("--connections has 5 twice");
    }

    /** The message names options of this command. */
    @Test
    void moreConnectionsThanOneWrkCanHold() throws PreconditionException {
        assertThatThrownBy(() -> plan(List.of("kilim"), List.of(500, 12_705), Setting.CLOSE, Setting.KEEPALIVE_WRK)
                        .starts(CONTAINER, "now"))
                .isInstanceOfSatisfying(
                        PreconditionException.class,
                        refused -> assertThat(refused.exitCode()).isEqualTo(4))
                .hasMessage(
                        "asked for 12,705 connections from one process of wrk; it has descriptors and ports for 12,704:"
                                + " lower --connections, or leave keepalive-wrk out of --settings");
        assertThat(plan(List.of("kilim"), List.of(12_704), Setting.KEEPALIVE_WRK)
                        .starts(CONTAINER, "now"))
                .isNotEmpty();
    }

    @Test
    void leavesOutUnsupportedServersWithTheReason() throws PreconditionException {
        var plan = plan(
                List.of("helidon", "webflux", "nginx", "kilim"),
                List.of(500),
                Setting.CLOSE,
                Setting.KEEPALIVE,
                Setting.KEEPALIVE_WRK,
                Setting.WRK);
        assertThat(plan.starts(CONTAINER, "now"))
                .extracting(
                        start -> start.warmUps().stream().map(StepPlan::server).toList())
                .containsExactly(
                        List.of("webflux", "kilim"),
                        List.of("webflux", "kilim"),
                        List.of("kilim"),
                        List.of("kilim"),
                        List.of("helidon", "webflux", "kilim"),
                        List.of("helidon", "webflux", "kilim"),
                        List.of("helidon", "webflux", "nginx", "kilim"),
                        List.of("helidon", "webflux", "nginx", "kilim"));
        assertThat(plan.leftOut())
                .containsExactly(
                        "skipped for setting close: helidon rejects HTTP/1.0, which ab uses, with status 505",
                        "skipped for setting close: nginx has no /json2?time=100, because it cannot sleep and has no"
                                + " store",
                        "skipped for setting keepalive: helidon rejects HTTP/1.0, which ab uses, with status 505",
                        "skipped for setting keepalive: webflux closes every HTTP/1.0 connection, even with"
                                + " keep-alive, and ab uses HTTP/1.0",
                        "skipped for setting keepalive: nginx has no /json2?time=100, because it cannot sleep and has"
                                + " no store",
                        "skipped for setting keepalive-wrk: nginx has no /json2?time=100, because it cannot sleep and"
                                + " has no store");
        assertThatThrownBy(() -> plan(List.of("kilim", "helidon"), List.of(500), Setting.CLOSE, Setting.KEEPALIVE)
                        .starts(CONTAINER, "now"))
                .isInstanceOf(PreconditionException.class)
                .hasMessage(
                        "helidon rejects HTTP/1.0, which ab uses, with status 505; use other --settings, or leave it"
                                + " out of --servers");
    }

    @Test
    void warmsUpWithoutKeepAliveWithoutHttp10KeepAlive() throws PreconditionException {
        var plan = plan(List.of("webflux"), List.of(500), Setting.CLOSE);
        assertThat(plan.starts(CONTAINER, "now").getFirst().steps().getFirst().clients())
                .allSatisfy(client -> assertThat(client.warmUp().command().words())
                        .isNotEmpty()
                        .doesNotContain("-k"));
    }

    private static List<StepPlan> steps(Setting... settings) throws PreconditionException {
        return plan(settings).starts(CONTAINER, "now").stream()
                .flatMap(start -> start.steps().stream())
                .toList();
    }

    private static SpeedPlan plan(Setting... settings) {
        return plan(List.of("kilim", "c-epoll"), List.of(19_000), settings);
    }

    private static SpeedPlan plan(List<String> servers, List<Integer> concurrency, Setting... settings) {
        return new SpeedPlan(
                servers,
                List.of(settings),
                concurrency,
                256,
                new Requests.PerConnection(4),
                7,
                2,
                2,
                null,
                8080,
                ServerCatalog.Collector.G1);
    }
}
