package threadwall.loadgen.sweep.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static threadwall.loadgen.sweep.plan.SweepConfigBuilder.at;
import static threadwall.loadgen.sweep.plan.SweepConfigBuilder.host;

import java.util.List;
import org.junit.jupiter.api.Test;
import threadwall.loadgen.engine.LoadEngine;
import threadwall.loadgen.testbed.HostLimits;
import threadwall.process.PreconditionException;

/** Steps of vegeta, whose requests are due at a rate. */
class LoadAtARateTest {

    @Test
    void eachRateIsAStep() throws PreconditionException {
        var steps = at(1_000, 2_000).atRates(10, 500, 4_000).keepAlive().on(host(20_000, 12_704));
        assertThat(steps).extracting(step -> step.load().rate()).containsExactly(500, 500, 4_000, 4_000);
        assertThat(steps).extracting(step -> step.load().concurrency()).containsExactly(1_000, 2_000, 1_000, 2_000);
        assertThat(steps).extracting(step -> step.number()).containsExactly(1, 2, 3, 4);
        assertThat(steps)
                .allSatisfy(step -> assertThat(step.clients()).singleElement().satisfies(client -> {
                    assertThat(client.measured().load().rate())
                            .isEqualTo(step.load().rate());
                    assertThat(client.warmUp().load().rate())
                            .isEqualTo(step.load().rate());
                    assertThat(client.warmUp().load().log())
                            .isNotNull()
                            .isNotEqualTo(client.measured().load().log());
                    assertThat(client.warmUp().load().source())
                            .isNotEqualTo(client.measured().load().source());
                }));
    }

    @Test
    void clientsShareTheRateAndConnectFromDifferentAddresses() throws PreconditionException {
        var step =
                at(2_500).atRates(10, 1_001).keepAlive().on(host(20_000, 1_000)).getFirst();
        assertThat(step.clients()).hasSize(3);
        assertThat(step.clients())
                .extracting(client -> client.measured().load().source())
                .doesNotHaveDuplicates();
        assertThat(step.clients().stream()
                        .mapToInt(client -> client.measured().load().rate())
                        .sum())
                .isEqualTo(1_001);
    }

    /** Of each client of open-loop. */
    private static List<List<String>> sources(int connections, HostLimits host) throws PreconditionException {
        var steps = at(connections)
                .atRates(LoadEngine.OPEN_LOOP, 10, 1_000)
                .keepAlive()
                .on(host);
        return steps.getFirst().clients().stream()
                .map(client -> client.measured().load().sources())
                .toList();
    }

    /** A second client would take CPU from the server; only its descriptors make it necessary. */
    @Test
    void openLoopConnectsFromAsManyAddressesAsItNeedsPorts() throws PreconditionException {
        assertThat(sources(19_000, host(20_000, 12_704))).containsExactly(List.of("127.1.0.1", "127.1.0.2"));
        assertThat(sources(3_000, host(2_000, 1_000)))
                .as("of two server processes")
                .containsExactly(List.of("127.1.0.1", "127.1.0.2"), List.of("127.1.0.3", "127.1.0.4"));
    }
}
