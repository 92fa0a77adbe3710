package threadwall.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The expected intervals are from a Python program without a library of statistics: its quantiles are of Student's density
 * integrated by Simpson's rule (20,000 steps) and bisected, so they do not come from the table under test.
 */
class RatioIntervalTest {

    static Stream<Arguments> intervals() {
        return Stream.of(
                Arguments.of(List.of(1.7, 1.8, 1.9), 1.798146, 1.566100, 2.064574),
                Arguments.of(List.of(3.0, 4.0, 2.0), 2.884499, 1.214438, 6.851181),
                Arguments.of(List.of(0.9, 1.1, 1.05), 1.012997, 0.780352, 1.315000),
                Arguments.of(List.of(1.72, 1.88, 1.80, 1.79, 1.83), 1.803236, 1.731744, 1.877679));
    }

    @ParameterizedTest
    @MethodSource
    void intervals(List<Double> ratios, double center, double low, double high) {
        var interval = RatioInterval.of(ratios);
        assertThat(interval.center()).isCloseTo(center, within(center));
        assertThat(interval.low()).isCloseTo(low, within(low));
        assertThat(interval.high()).isCloseTo(high, within(high));
        assertThat(interval.repeats()).isEqualTo(ratios.size());
    }

    /** The table has three decimals. */
    private static Offset<Double> within(double value) {
        return Offset.offset(2e-4 * value);
    }

    @Test
    void theOtherWayRoundItIsTheReciprocal() {
        var interval = RatioInterval.of(List.of(1.7, 1.8, 1.9));
        var other = RatioInterval.of(List.of(1 / 1.7, 1 / 1.8, 1 / 1.9));
        assertThat(other.center()).isCloseTo(1 / interval.center(), Offset.offset(1e-12));
        assertThat(other.low()).isCloseTo(1 / interval.high(), Offset.offset(1e-12));
        assertThat(other.high()).isCloseTo(1 / interval.low(), Offset.offset(1e-12));
    }

    @Test
    void ofTwoRunsItIsWelchs() {
        // 4.14 and 3.9999 degrees of freedom, of which 4 and 3 are taken
        var interval =
                RatioInterval.ofUnpaired(List.of(1000.0, 1100.0, 1050.0), List.of(2000.0, 2100.0, 1900.0, 2050.0));
        assertThat(interval.center()).isCloseTo(0.521701, within(0.52));
        assertThat(interval.low()).isCloseTo(0.473572, within(0.47));
        assertThat(interval.high()).isCloseTo(0.574721, within(0.57));
        assertThat(interval.repeats()).isEqualTo(3);
        var faster = RatioInterval.ofUnpaired(List.of(1310.0, 1290.0, 1330.0), List.of(1000.0, 990.0, 1020.0));
        assertThat(faster.low()).isCloseTo(1.254989, within(1.25));
        assertThat(faster.high()).isCloseTo(1.358350, within(1.36));
        // where only one run varies, its repeats alone count
        var one = RatioInterval.ofUnpaired(List.of(1.7, 1.8, 1.9), List.of(1.0, 1.0, 1.0));
        assertThat(one.low()).isCloseTo(1.566100, within(1.57));
    }

    @ParameterizedTest
    @CsvSource({"1, 12.706", "2, 4.303", "2.9, 4.303", "1.9999999999999998, 4.303", "9, 2.262", "30, 2.042", "31, 2.042"
    })
    void takesTheQuantileOfTheNextLowerDegrees(double freedom, double quantile) {
        assertThat(RatioInterval.student(freedom)).isEqualTo(quantile);
    }

    @Test
    void quantilesFall() {
        assertThat(IntStream.rangeClosed(1, 30)
                        .mapToObj(freedom -> -RatioInterval.student(freedom))
                        .toList())
                .isSorted()
                .doesNotHaveDuplicates();
    }

    @Test
    void takesThreePositiveRatios() {
        assertThat(RatioInterval.of(List.of())).isNull();
        assertThat(RatioInterval.of(List.of(1.0, 1.0))).isNull();
        assertThat(RatioInterval.of(List.of(1.0, 0.0, 1.0))).isNull();
        assertThat(RatioInterval.of(Arrays.asList(1.0, Double.NaN, 1.0))).isNull();
        assertThat(RatioInterval.ofUnpaired(List.of(1.0, 1.0, 1.0), List.of(1.0, 1.0)))
                .isNull();
        assertThat(RatioInterval.ofUnpaired(List.of(1.0, 1.0), List.of(1.0, 1.0, 1.0)))
                .isNull();
    }

    @Test
    void isNoDifferenceWhereItContainsOne() {
        var faster = new RatioInterval(1.8, 1.72, 1.88, 3);
        assertThat(faster.differsFromOne()).isTrue();
        assertThat(faster.text("%.2f")).isEqualTo("1.80 (1.72–1.88)");
        assertThat(faster.verdict("%.2f")).isEqualTo("1.80 (1.72–1.88)");
        var slower = new RatioInterval(0.8, 0.72, 0.99, 3);
        assertThat(slower.verdict("%.1f")).isEqualTo("0.8 (0.7–0.99)");
        assertThat(new RatioInterval(0.97, 0.95, 0.99966, 3).text("%.2f")).isEqualTo("0.97 (0.95–0.9997)");
        var same = new RatioInterval(1.01, 0.78, 1.32, 3);
        assertThat(same.differsFromOne()).isFalse();
        assertThat(same.verdict("%.2f")).isEqualTo("no difference");
        assertThat(new RatioInterval(1.1, 1, 1.2, 3).verdict("%.2f")).isEqualTo("no difference");
    }

    @Test
    void aFigureOverItselfIsOne() {
        var itself = RatioInterval.of(List.of(1.0, 1.0, 1.0));
        assertThat(itself).isEqualTo(new RatioInterval(1, 1, 1, 3));
        assertThat(itself.verdict("%.2f")).isEqualTo("1.00");
        assertThat(RatioInterval.ofUnpaired(List.of(19.0, 19.0, 19.0), List.of(19.0, 19.0, 19.0)))
                .isEqualTo(new RatioInterval(1, 1, 1, 3));
    }
}
