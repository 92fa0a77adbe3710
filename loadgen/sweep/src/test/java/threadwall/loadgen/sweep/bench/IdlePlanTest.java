package threadwall.loadgen.sweep.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import threadwall.loadgen.testbed.HostLimits;
import threadwall.loadgen.testbed.ServerCatalog.Collector;
import threadwall.process.CpuList;
import threadwall.process.PreconditionException;

class IdlePlanTest {

    private static final HostLimits CONTAINER = new HostLimits(
            20_000, 12_704, 28_232, 65_535L, 2, CpuList.parse("0-3").orElseThrow(), null, List.of());
    private static final List<Collector> BOTH = List.of(Collector.SERIAL, Collector.G1);

    @Test
    void plansEveryCollectorForJvmsAndOtherServersOnce() throws PreconditionException {
        var plans = IdlePlan.of(List.of("kilim", "c-epoll"), BOTH, 19_000, 8080, CONTAINER, "now");
        assertThat(plans).extracting(IdlePlan::collector).containsExactly(Collector.SERIAL, Collector.G1, null);
        assertThat(command(plans.get(0))).contains("-XX:+UseSerialGC", "-Xmx4g").doesNotContain("-XX:+UseG1GC");
        assertThat(command(plans.get(1))).contains("-XX:+UseG1GC").doesNotContain("-XX:+UseSerialGC");
        assertThat(command(plans.get(2))).startsWith("peers/c/target/epoll", "--host");
    }

    @Test
    void spreadsConnectionsOverSourcesThatNoServerUses() throws PreconditionException {
        var plans = IdlePlan.of(List.of("kilim"), BOTH, 19_000, 8080, CONTAINER, "now");
        assertThat(plans.get(0).sources()).containsExactly("127.3.1.1", "127.3.1.2");
        assertThat(plans.get(1).sources()).containsExactly("127.3.2.1", "127.3.2.2");
    }

    @Test
    void tomcatHasItsDefaultThreadsForIdleConnections() throws PreconditionException {
        var plans = IdlePlan.of(List.of("spring-blocking"), BOTH, 19_000, 8080, CONTAINER, "now");
        assertThat(command(plans.getFirst())).containsSequence("--workers", "200");
    }

    @Test
    void warmsUpByWrkWithoutHttp10KeepAlive() throws PreconditionException {
        assertThat(IdlePlan.of(
                        List.of("kilim", "helidon", "webflux"), List.of(Collector.G1), 19_000, 8080, CONTAINER, "now"))
                .extracting(plan -> plan.step().load().engine())
                .containsExactly("ab", "wrk", "wrk");
    }

    @Test
    void refusesMoreThanAProcessMayHold() {
        assertThatThrownBy(() -> IdlePlan.of(List.of("kilim"), BOTH, 19_701, 8080, CONTAINER, "now"))
                .isInstanceOfSatisfying(
                        PreconditionException.class,
                        refused -> assertThat(refused.exitCode()).isEqualTo(4))
                .hasMessageStartingWith(
                        "asked for 19,701 connections to one process; its hard nofile limit is 20,000,");
    }

    private static List<String> command(IdlePlan plan) {
        return plan.step().shards().getFirst().command().words();
    }
}
