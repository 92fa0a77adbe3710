package threadwall.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NumberFormatTest {

    @Test
    void aDeviationIsZeroOnlyIfThereIsNone() {
        assertThat(NumberFormat.deviation(0)).isEqualTo("+0.00 %");
        assertThat(NumberFormat.deviation(-0.0027)).isEqualTo("-0.003 %");
        assertThat(NumberFormat.deviation(0.0049)).isEqualTo("+0.005 %");
        assertThat(NumberFormat.deviation(-0.00006)).isEqualTo("-0.0001 %");
        assertThat(NumberFormat.deviation(-0.514)).isEqualTo("-0.51 %");
    }
}
