package threadwall.loadgen.sweep.plan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SweepConfigTest {

    @Test
    void requestsAreAMultipleOrAFixedNumberAndAtLeastOnePerConnection() {
        assertThat(new SweepConfig.Requests.PerConnection(4).at(40_000)).isEqualTo(160_000);
        assertThat(new SweepConfig.Requests.PerConnection(2_000_000).at(40_000)).isEqualTo(80_000_000_000L);
        assertThat(new SweepConfig.Requests.Fixed(200_000).at(40_000)).isEqualTo(200_000);
        assertThat(new SweepConfig.Requests.Fixed(100).at(40_000)).isEqualTo(40_000);
    }
}
