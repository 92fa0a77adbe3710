package threadwall.loadgen.sweep.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import threadwall.limits.LimitScope;
import threadwall.loadgen.sweep.plan.SweepConfigBuilder;
import threadwall.loadgen.testbed.HostLimits;
import threadwall.loadgen.testbed.ServerCatalog.Collector;
import threadwall.process.CpuList;
import threadwall.process.PreconditionException;

class HeldPlanTest {

    private static final HostLimits CONTAINER = new HostLimits(
            20_000, 12_704, 28_232, 65_535L, 2, CpuList.parse("0-3").orElseThrow(), null, List.of(), List.of());
    private static final List<Collector> BOTH = List.of(Collector.SERIAL, Collector.G1);

    @Test
    void plansEveryCollectorForJvmsAndOtherServersOnce() throws PreconditionException {
        var plans = HeldPlan.of(List.of("kilim", "c-epoll"), BOTH, List.of(19_000), 8080, CONTAINER, "now");
        assertThat(plans).extracting(HeldPlan::collector).containsExactly(Collector.SERIAL, Collector.G1, null);
        assertThat(command(plans.get(0))).contains("-XX:+UseSerialGC", "-Xmx4g").doesNotContain("-XX:+UseG1GC");
        assertThat(command(plans.get(1))).contains("-XX:+UseG1GC").doesNotContain("-XX:+UseSerialGC");
        assertThat(command(plans.get(2))).startsWith("peers/c/target/epoll", "--host");
    }

    @Test
    void spreadsConnectionsOverSourcesThatNoServerUses() throws PreconditionException {
        var plans = HeldPlan.of(List.of("kilim"), BOTH, List.of(19_000), 8080, CONTAINER, "now");
        assertThat(plans.get(0).clients()).singleElement().satisfies(client -> {
            assertThat(client.connections()).isEqualTo(19_000);
            assertThat(client.sources()).containsExactly("127.3.1.1", "127.3.1.2");
        });
        assertThat(plans.get(1).sources()).containsExactly("127.3.2.1", "127.3.2.2");
    }

    @Test
    void tomcatHasItsDefaultThreadsForIdleConnections() throws PreconditionException {
        var plans = HeldPlan.of(List.of("spring-blocking"), BOTH, List.of(19_000), 8080, CONTAINER, "now");
        assertThat(command(plans.getFirst()))
                .containsSequence("--workers", "200")
                .contains("-Xmx4g");
    }

    @Test
    void tomcatHasHeapForWhatItKeepsOfEachConnection() throws PreconditionException {
        var large = new HostLimits(
                100_000, 100_000, 64_511, 65_535L, 2, CpuList.parse("0-3").orElseThrow(), null, List.of(), List.of());
        int gibibyte = 1_024;
        assertThat(command(HeldPlan.ofThreads(40_000, 8080, large, "now", 1)))
                .contains("-Xmx%dm".formatted(gibibyte + 40_000 / 8));
        assertThat(command(HeldPlan.of(List.of("spring-virtual"), BOTH, List.of(40_000), 8080, CONTAINER, "now")
                        .getFirst()))
                .as("three processes")
                .contains("-Xmx4g");
    }

    @Test
    void aServerOfThreadsHasOneForEachRequestInOneProcess() throws PreconditionException {
        var plan = HeldPlan.ofThreads(19_000, 8080, CONTAINER, "now", 1);
        assertThat(command(plan)).containsSequence("--workers", "19000");
        assertThat(plan.clients())
                .singleElement()
                .satisfies(client -> assertThat(client.connections()).isEqualTo(19_000));
        assertThatThrownBy(() -> HeldPlan.ofThreads(20_000, 8080, CONTAINER, "now", 1))
                .hasMessageStartingWith("asked for 20,000 threads in one process of spring-blocking")
                .hasMessageContaining("nofile is 20,000");
    }

    @Test
    void warmsUpByWrkWithoutHttp10KeepAlive() throws PreconditionException {
        assertThat(HeldPlan.of(
                        List.of("kilim", "helidon", "webflux"),
                        List.of(Collector.G1),
                        List.of(19_000),
                        8080,
                        CONTAINER,
                        "now"))
                .extracting(plan -> plan.step().load().engine())
                .containsExactly("ab", "wrk", "wrk");
    }

    @Test
    void holdsMoreThanAProcessMayHaveInSeveral() throws PreconditionException {
        var plan = HeldPlan.of(List.of("kilim"), BOTH, List.of(200_000), 8080, CONTAINER, "now")
                .getFirst();
        assertThat(plan.step().shards()).hasSize(11);
        assertThat(plan.step().load().concurrency()).isEqualTo(11 * 500);
        assertThat(plan.step().load().requests()).isEqualTo(11 * 100_000);
        assertThat(plan.clients()).hasSize(11);
        assertThat(plan.clients().stream().mapToInt(HeldPlan.Client::connections))
                .allMatch(connections -> connections == 18_181 || connections == 18_182);
        assertThat(plan.clients().stream()
                        .mapToInt(HeldPlan.Client::connections)
                        .sum())
                .isEqualTo(200_000);
        assertThat(plan.clients().getLast().host()).isEqualTo("127.0.0.11");
        assertThat(plan.sources()).hasSize(22).doesNotHaveDuplicates().contains("127.3.1.1", "127.3.1.22");
    }

    @Test
    void holdsAllInOneProcessWhereItMayHaveThem() throws PreconditionException {
        var raised = new HostLimits(
                1_048_576, 25_200, 64_512, 65_535L, 2, CpuList.parse("0-3").orElseThrow(), null, List.of(), List.of());
        var plan = HeldPlan.of(List.of("c-epoll"), BOTH, List.of(1_000_000), 8080, raised, "now")
                .getFirst();
        assertThat(plan.step().shards()).hasSize(1);
        assertThat(plan.clients()).singleElement().satisfies(client -> {
            assertThat(client.connections()).isEqualTo(1_000_000);
            assertThat(client.sources()).hasSize(40);
            assertThat(client.command("jars")).contains("-Xmx2064m");
        });
    }

    @Test
    void kilimAndTomcatAreToldToKeepIdleConnections() throws PreconditionException {
        var servers = List.of("kilim-uring", "spring-virtual", "virtual-threads");
        var plans = HeldPlan.of(servers, List.of(Collector.G1), List.of(19_000), 8080, CONTAINER, "now");
        assertThat(command(plans.get(0))).containsSequence("--idle-time", "1440m");
        assertThat(command(plans.get(1))).containsSequence("--idle-time", "1440m");
        assertThat(command(plans.get(2))).doesNotContain("--idle-time");
    }

    @Test
    void measuresEachNumberOfConnections() throws PreconditionException {
        assertThat(HeldPlan.of(List.of("c-epoll"), BOTH, List.of(10, 20), 8080, CONTAINER, "now"))
                .extracting(HeldPlan::connections)
                .containsExactly(10, 20);
        assertThatThrownBy(() -> HeldPlan.of(List.of("c-epoll"), BOTH, List.of(10, 10), 8080, CONTAINER, "now"))
                .hasMessage("--connections has a number twice; leave one of them out");
    }

    @Test
    void refusesMoreThanTheMachineMayHold() {
        var wall = SweepConfigBuilder.wall("fs.file-max", LimitScope.MACHINE, 40_000, 19_500);
        var small = new HostLimits(
                20_000, 12_704, 28_232, 65_535L, 2, CpuList.parse("0-3").orElseThrow(), null, List.of(), List.of(wall));
        assertThatThrownBy(() -> HeldPlan.of(List.of("kilim"), BOTH, List.of(19_501), 8080, small, "now"))
                .isInstanceOfSatisfying(
                        PreconditionException.class,
                        refused -> assertThat(refused.exitCode()).isEqualTo(4))
                .hasMessageStartingWith("asked for 19,501 connections; fs.file-max allows 19,500 here");
        var lower = SweepConfigBuilder.wall("memory", LimitScope.MACHINE, 30_000, 15_000);
        var both = new HostLimits(
                20_000,
                12_704,
                28_232,
                65_535L,
                2,
                CpuList.parse("0-3").orElseThrow(),
                null,
                List.of(),
                List.of(wall, lower));
        assertThatThrownBy(() -> HeldPlan.of(List.of("kilim"), BOTH, List.of(19_501), 8080, both, "now"))
                .hasMessageStartingWith("asked for 19,501 connections; memory allows 15,000 here");
        assertThatThrownBy(() -> HeldPlan.of(List.of("kilim"), BOTH, List.of(400_000), 8080, CONTAINER, "now"))
                .hasMessageContaining("so 16 server processes hold at most");
    }

    private static List<String> command(HeldPlan plan) {
        return plan.step().shards().getFirst().command().words();
    }
}
