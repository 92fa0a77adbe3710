package threadwall.resilience;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import threadwall.process.HeapHistogram;

class RequestObjectsTest {

    @Test
    void countsObjectsOfClientsAndRequests() {
        var live = new HeapHistogram(
                1_205_208,
                Map.of(
                        "[B", 20_123L,
                        "kilim.Task", 12L,
                        "threadwall.kilim.Connection", 7L,
                        "threadwall.kilim.Connections", 5L,
                        "sun.nio.ch.SocketChannelImpl", 3L,
                        "kilim.Scheduler", 1L));
        assertThat(RequestObjects.count(live)).isEqualTo(12 + 7 + 3);
        assertThat(RequestObjects.among(live).instances())
                .containsOnlyKeys("kilim.Task", "threadwall.kilim.Connection", "sun.nio.ch.SocketChannelImpl");
        assertThat(RequestObjects.among(live).bytes()).isEqualTo(1_205_208);
    }
}
