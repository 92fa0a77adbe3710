package threadwall.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ThreadRampDownTest {

    @Test
    void goesFromTheLastCountAtThePeakToTheFirstAtRest() {
        var threads = List.of(100, 1_000, 999, 1_000, 500, 140, 140, 100);
        var rampDown =
                ThreadRampDown.of(List.of(0, 1, 2, 3, 4, 5, 6, 7), threads).orElseThrow();
        assertThat(rampDown.start()).isEqualTo(3);
        assertThat(rampDown.end()).as("40 of the 900 that exit are left").isEqualTo(5);
        assertThat(rampDown.shares())
                .hasSize(ThreadRampDown.PARTS + 1)
                .startsWith(1.0)
                .contains(0.5)
                .endsWith(0.14);
    }

    @Test
    void isEmptyWithoutRest() {
        var times = List.of(0, 1, 2);
        assertThat(ThreadRampDown.of(times, List.of(1_000, 999, 990)))
                .as("no thread exited")
                .isEmpty();
        assertThat(ThreadRampDown.of(times, List.of(1_000, 500, 100)))
                .as("more may exit after the last count")
                .isEmpty();
    }
}
