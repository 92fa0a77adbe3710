package threadwall.loadgen.testbed.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import threadwall.loadgen.testbed.StepFailedException;

class QueryCounterTest {

    @Test
    void isTheDifference() throws Exception {
        assertThat(QueryCounter.since(5, 12)).isEqualTo(7);
        assertThat(QueryCounter.since(5, 5)).isZero();
    }

    /** A record never has a negative count. */
    @Test
    void failsWhenTheStatisticsWereReset() {
        assertThatThrownBy(() -> QueryCounter.since(5_000, 4_999))
                .isInstanceOf(StepFailedException.class)
                .hasMessage("PostgreSQL's statistics were reset, as after a crash: 5,000 queries before, 4,999 now");
    }
}
