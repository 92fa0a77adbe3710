package threadwall.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class MedianRangeTest {

    @Test
    void isTheMedianAndTheRange() {
        assertThat(MedianRange.of(List.of(9, 1, 5))).isEqualTo(new MedianRange(5, 1, 9));
        assertThat(MedianRange.of(List.of(4.0, 1.0, 2.0, 100.0))).isEqualTo(new MedianRange(3, 1, 100));
        assertThat(MedianRange.of(List.of(7L))).isEqualTo(new MedianRange(7, 7, 7));
        assertThat(MedianRange.of(List.of(0))).isEqualTo(new MedianRange(0, 0, 0));
    }

    @Test
    void leavesOutWhatIsMissing() {
        assertThat(MedianRange.of(Arrays.asList(null, 3, null, 5))).isEqualTo(new MedianRange(4, 3, 5));
        assertThat(MedianRange.of(Arrays.asList((Integer) null))).isNull();
        assertThat(MedianRange.of(List.of())).isNull();
    }
}
