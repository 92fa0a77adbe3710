package threadwall.loadgen.abuse;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import threadwall.loadgen.plan.Servers;
import threadwall.record.AbuseRecord.Count;

/** What the clients of a soak do, and how it is counted. */
class MixTest {

    private static List<Manner> manners(long seed) {
        var random = new SplittableRandom(seed).split();
        return Stream.generate(() -> Manner.any(random)).limit(2_000).toList();
    }

    @Test
    void aSeedDecidesIt() {
        assertThat(manners(7)).isEqualTo(manners(7)).isNotEqualTo(manners(8)).contains(Manner.values());
    }

    @Test
    void malformedRequestsAreDueA400AndTheEnd() {
        assertThat(Malformed.of(Servers.KILIM)).containsAll(Malformed.of(Servers.SPRING_VIRTUAL));
        assertThat(Malformed.of(Servers.KILIM)).allSatisfy(asked -> {
            assertThat(asked.due().closes()).isTrue();
            assertThat(asked.due().statuses()).containsExactly(400);
        });
    }

    @Test
    void faultsAreCountedByKindAndTheKindsAreBounded() {
        var tally = new Tally();
        for (int i = 0; i < 100; i++) {
            tally.wrong(Manner.POST, "body " + i);
        }
        tally.wrong(Manner.POST, "body 0");
        assertThat(tally.wrong()).isEqualTo(101);
        assertThat(tally.faults()).hasSize(21).contains(new Count("post: body 0", 2), new Count("others", 80));
    }
}
