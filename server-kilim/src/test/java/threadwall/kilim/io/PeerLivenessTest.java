package threadwall.kilim.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PeerLivenessTest {

    /** Seconds. */
    @ParameterizedTest
    @CsvSource({
        "10, 10, 60, 90",
        "60, 30, 60, 90",
        "60, 600, 60, 600",
        "300, 30, 300, 330",
        "86400, 30, 32767, 32797",
    })
    void anIdleConnectionIsNotProbedAndAllProbesAreAwaited(int idle, int write, int silence, int unacknowledged) {
        assertThat(PeerLiveness.of(Duration.ofSeconds(idle), Duration.ofSeconds(write)))
                .isEqualTo(new PeerLiveness(Duration.ofSeconds(silence), Duration.ofSeconds(unacknowledged)));
    }
}
