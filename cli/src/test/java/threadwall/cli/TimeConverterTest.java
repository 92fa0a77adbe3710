package threadwall.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class TimeConverterTest {

    @ParameterizedTest
    @CsvSource({
        "1s, 1000",
        "2, 2000",
        "0.5s, 500",
        "500ms, 500",
        "100ms, 100",
        "' 2m ', 120000",
        "60m, 3600000",
        "1h, 3600000",
        "1.25, 1250"
    })
    void readsTimesAsPeopleTypeThem(String text, long millis) {
        assertThat(new TimeConverter.Precise().convert(text)).hasMillis(millis);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "99ms", "61m", "2h", "-1s", "1d", "1 s", "1e3", "9999999999", "60000", "٥s"})
    void refusesAnythingElse(String text) {
        assertThatThrownBy(() -> new TimeConverter.Precise().convert(text))
                .isInstanceOf(TypeConversionException.class)
                .hasMessage("'%s' is not a time such as 500ms, 75, 75s or 2m (100ms to 1h)", text);
    }

    @ParameterizedTest
    @CsvSource({"1s, 1", "75, 75", "75s, 75", "2m, 120", "' 90s ', 90", "1440m, 86400", "24h, 86400", "5000ms, 5"})
    void readsWholeSeconds(String text, int seconds) {
        assertThat(new TimeConverter.Seconds().convert(text)).isEqualTo(seconds);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "0s", "-5s", "1.5s", "75 s", "500ms", "1441m", "86401s", "25h", "999999s", "٥s"})
    void refusesWhatIsNoWholeNumberOfSeconds(String text) {
        assertThatThrownBy(() -> new TimeConverter.Seconds().convert(text))
                .isInstanceOf(TypeConversionException.class)
                .hasMessage("'%s' is not a time such as 75, 75s or 2m (whole seconds, 1s to 24h)", text);
    }

    @Test
    void aLongTimeMayTakeWeeks() {
        assertThat(new TimeConverter.Long().convert("0.1m")).hasSeconds(6);
        assertThat(new TimeConverter.Long().convert("1680h")).hasDays(70);
        for (var text : new String[] {"5s", "1681h", "1w"}) {
            assertThatThrownBy(() -> new TimeConverter.Long().convert(text))
                    .hasMessage("'%s' is not a time such as 90s, 30m or 2h (6s to 1680h)", text);
        }
    }
}
