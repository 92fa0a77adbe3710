package threadwall.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class SparklineTest {

    private static final List<Double> RAMP = List.of(0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0);

    @Test
    void goesFromNothingToTheMost() {
        assertThat(Sparkline.UNICODE.of(RAMP, 8)).isEqualTo("▁▂▃▄▅▆▇█");
        assertThat(Sparkline.ASCII.of(RAMP, 8)).isEqualTo("_.-~=+*#");
    }

    @Test
    void showsTheLatestAtTheRightEnd() {
        assertThat(Sparkline.UNICODE.of(RAMP, 3)).isEqualTo("▆▇█");
        assertThat(Sparkline.UNICODE.of(RAMP, 10)).isEqualTo("  ▁▂▃▄▅▆▇█");
        assertThat(Sparkline.UNICODE.of(List.of(), 3)).isEqualTo("   ");
    }

    @Test
    void scalesByWhatItShows() {
        assertThat(Sparkline.UNICODE.of(List.of(7_000.0, 7.0, 0.0), 2)).isEqualTo("█▁");
    }

    @Test
    void isFlatWhereNothingChanges() {
        assertThat(Sparkline.UNICODE.of(List.of(24.0, 24.0, 24.0), 3)).isEqualTo("███");
        assertThat(Sparkline.UNICODE.of(List.of(0.0, 0.0), 2)).isEqualTo("▁▁");
    }

    @Test
    void leavesAGapWhereNothingIsKnown() {
        assertThat(Sparkline.UNICODE.of(Arrays.asList(null, 1.0, null, 2.0), 4)).isEqualTo(" ▅ █");
    }
}
