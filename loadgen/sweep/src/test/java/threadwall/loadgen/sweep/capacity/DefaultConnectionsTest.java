package threadwall.loadgen.sweep.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;
import threadwall.loadgen.sweep.plan.SweepConfig.Target;
import threadwall.loadgen.sweep.plan.SweepConfigBuilder;
import threadwall.loadgen.testbed.HostLimits;
import threadwall.process.PreconditionException;
import threadwall.record.StepPlan.TargetSettings;

class DefaultConnectionsTest {

    private static final List<String> SPRING = List.of("kilim", "spring-blocking");

    private static int of(long nofile, List<String> servers, Long ofTarget) throws PreconditionException {
        var targets = List.<Target>of(new Target.Running(
                "mine",
                URI.create("http://127.0.0.9:9000"),
                List.of(),
                ofTarget,
                new TargetSettings(null, null, null, null, null)));
        return DefaultConnections.of(SweepConfigBuilder.host(nofile, 12_704), servers, targets);
    }

    @Test
    void areAsManyAsOneServerProcessHolds() throws PreconditionException {
        assertThat(of(20_000, SPRING, null)).isEqualTo(19_000);
        assertThat(of(1_048_576, SPRING, null)).isEqualTo(20_000);
        assertThat(of(4_096, SPRING, null)).isEqualTo(3_000);
        assertThat(of(1_024, SPRING, null)).isEqualTo(512);
        assertThat(of(20_000, List.of(), 8_192L)).as("a target's own limit").isEqualTo(7_000);
    }

    @Test
    void leaveAThreadForEachRequestWhereThereIsOne() throws PreconditionException {
        HostLimits host = SweepConfigBuilder.hostWithThreads(20_000, 12_704, 15_000);
        assertThat(DefaultConnections.of(host, SPRING, List.of())).isBetween(12_000, 14_000);
        assertThat(DefaultConnections.of(host, List.of("kilim"), List.of())).isEqualTo(19_000);
    }

    /** Else the default would measure two processes of a server. */
    @Test
    void needOneServerProcess() throws PreconditionException {
        var step = SweepConfigBuilder.at(of(20_000, List.of("kilim"), null))
                .atRates(10, CapacityPlan.FIRST_RATE)
                .keepAlive()
                .step();
        assertThat(step.shards()).hasSize(1);
        assertThat(step.clients()).hasSize(2);
    }
}
