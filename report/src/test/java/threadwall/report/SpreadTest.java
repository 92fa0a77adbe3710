package threadwall.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class SpreadTest {

    @Test
    void isTheMedianAndTheRange() {
        assertThat(Spread.of(List.of(9, 1, 5))).isEqualTo(new Spread(5, 1, 9));
        assertThat(Spread.of(List.of(4.0, 1.0, 2.0, 100.0))).isEqualTo(new Spread(3, 1, 100));
        assertThat(Spread.of(List.of(7L))).isEqualTo(new Spread(7, 7, 7));
        assertThat(Spread.of(List.of(0))).isEqualTo(new Spread(0, 0, 0));
    }

    @Test
    void leavesOutWhatIsMissing() {
        assertThat(Spread.of(Arrays.asList(null, 3, null, 5))).isEqualTo(new Spread(4, 3, 5));
        assertThat(Spread.of(Arrays.asList((Integer) null))).isNull();
        assertThat(Spread.of(List.of())).isNull();
    }
}
