package threadwall.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class IntervalConverterTest {

    @ParameterizedTest
    @CsvSource({
        "1s, 1000",
        "2, 2000",
        "0.5s, 500",
        "500ms, 500",
        "100ms, 100",
        "1m, 60000",
        "60m, 3600000",
        "1.25, 1250"
    })
    void parsesIntervals(String text, long millis) {
        assertThat(new IntervalConverter().convert(text).toMillis()).isEqualTo(millis);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "99ms", "61m", "-1s", "1h", "1 s", "1e3", "9999999999"})
    void rejectsOtherText(String text) {
        assertThatThrownBy(() -> new IntervalConverter().convert(text)).isInstanceOf(TypeConversionException.class);
    }
}
