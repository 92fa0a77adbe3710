package threadwall.resilience;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import threadwall.loadgen.testbed.ServerCatalog;
import threadwall.record.ResilienceRecord.EventCount;

/** What the clients of a soak do, and how faults are counted. */
class SoakClientsTest {

    private static List<ClientBehavior> behaviors(long seed) {
        var random = new SplittableRandom(seed).split();
        return Stream.generate(() -> ClientBehavior.random(random)).limit(2_000).toList();
    }

    @Test
    void theSeedDecidesTheBehaviors() {
        assertThat(behaviors(7))
                .isEqualTo(behaviors(7))
                .isNotEqualTo(behaviors(8))
                .contains(ClientBehavior.values());
    }

    @Test
    void malformedRequestsExpectA400ThatCloses() {
        assertThat(MalformedRequests.of(ServerCatalog.KILIM))
                .containsAll(MalformedRequests.of(ServerCatalog.SPRING_VIRTUAL));
        assertThat(MalformedRequests.of(ServerCatalog.KILIM)).allSatisfy(request -> {
            assertThat(request.expected().closes()).isTrue();
            assertThat(request.expected().statuses()).containsExactly(400);
        });
    }

    @Test
    void faultsAreCountedByKindAndTheKindsAreBounded() {
        var stats = new SoakStats();
        for (int i = 0; i < 100; i++) {
            stats.wrong(ClientBehavior.POST, "body " + i);
        }
        stats.wrong(ClientBehavior.POST, "body 0");
        assertThat(stats.wrong()).isEqualTo(101);
        assertThat(stats.faults())
                .hasSize(21)
                .contains(new EventCount("post: body 0", 2), new EventCount("others", 80));
    }
}
