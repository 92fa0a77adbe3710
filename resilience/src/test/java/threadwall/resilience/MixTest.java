package threadwall.resilience;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import threadwall.loadgen.testbed.ServerCatalog;
import threadwall.record.ResilienceRecord.EventCount;

/** What the clients of a soak do, and how it is counted. */
class MixTest {

    private static List<ClientBehavior> manners(long seed) {
        var random = new SplittableRandom(seed).split();
        return Stream.generate(() -> ClientBehavior.any(random)).limit(2_000).toList();
    }

    @Test
    void aSeedDecidesIt() {
        assertThat(manners(7)).isEqualTo(manners(7)).isNotEqualTo(manners(8)).contains(ClientBehavior.values());
    }

    @Test
    void malformedRequestsAreDueA400AndTheEnd() {
        assertThat(MalformedRequests.of(ServerCatalog.KILIM))
                .containsAll(MalformedRequests.of(ServerCatalog.SPRING_VIRTUAL));
        assertThat(MalformedRequests.of(ServerCatalog.KILIM)).allSatisfy(asked -> {
            assertThat(asked.due().closes()).isTrue();
            assertThat(asked.due().statuses()).containsExactly(400);
        });
    }

    @Test
    void faultsAreCountedByKindAndTheKindsAreBounded() {
        var tally = new SoakStats();
        for (int i = 0; i < 100; i++) {
            tally.wrong(ClientBehavior.POST, "body " + i);
        }
        tally.wrong(ClientBehavior.POST, "body 0");
        assertThat(tally.wrong()).isEqualTo(101);
        assertThat(tally.faults())
                .hasSize(21)
                .contains(new EventCount("post: body 0", 2), new EventCount("others", 80));
    }
}
