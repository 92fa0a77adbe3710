package threadwall.record;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import threadwall.record.StepRecord.Latency;

class LatencyLimitTest {

    private static final Latency LATENCY = new Latency(100, 1, 50, 90, 99, 99.9, 100);

    @ParameterizedTest
    @CsvSource({"p50, 50", "p90, 90", "p99, 99", "p99.9, 99.9", "max, 100"})
    void isKeptUpToItsValue(String percentile, double millis) {
        assertThat(new LatencyLimit(percentile, millis).isKeptBy(LATENCY)).isTrue();
        assertThat(new LatencyLimit(percentile, millis - 0.1).isKeptBy(LATENCY)).isFalse();
    }

    @Test
    void isReadAsItIsTyped() {
        assertThat(LatencyLimit.parse("p99=500ms")).contains(new LatencyLimit("p99", 500));
        assertThat(LatencyLimit.parse("max=1.5s")).contains(new LatencyLimit("max", 1_500));
        assertThat(LatencyLimit.parse("p99.9=0.5ms")).contains(new LatencyLimit("p99.9", 0.5));
    }

    @ParameterizedTest
    @ValueSource(strings = {"p99=fast", "p98=500ms", "p99", "500ms", "p99=500", "p99=0ms", "p99=-1ms", "p99=500m", ""})
    void isRefusedInAnyOtherForm(String text) {
        assertThat(LatencyLimit.parse(text)).isEmpty();
    }
}
