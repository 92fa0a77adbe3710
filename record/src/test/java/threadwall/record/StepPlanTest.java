package threadwall.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class StepPlanTest {

    @Test
    void replacesWholeWordsOfServerCommandsOnly() {
        var plan = Samples.plan(1);
        assertThat(plan.replacing("-jar", "-cp").shards().getFirst().command())
                .isEqualTo(List.of("java", "-cp", "k.jar"));
        assertThat(plan.replacing("jar", "cp")).isEqualTo(plan);
        assertThat(plan.replacing("ab", "wrk")).isEqualTo(plan);
        assertThat(plan.replacing("-jar", "-cp").replacing("-cp", "-jar")).isEqualTo(plan);
    }
}
