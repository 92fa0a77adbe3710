package threadwall.kilim.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PeerLivenessTest {

    /** Milliseconds, then seconds. */
    @ParameterizedTest
    @CsvSource({
        "10000, 10000, 60, 90",
        "60000, 30000, 60, 90",
        "60000, 600000, 60, 600",
        "60500, 30000, 61, 0",
        "300000, 30000, 300, 0",
        "86400000, 30000, 32767, 0",
    })
    void anIdleConnectionIsNotProbed(int idle, int write, int silence, int unacknowledged) {
        assertThat(PeerLiveness.of(Duration.ofMillis(idle), Duration.ofMillis(write)))
                .isEqualTo(new PeerLiveness(Duration.ofSeconds(silence), Duration.ofSeconds(unacknowledged)));
    }
}
