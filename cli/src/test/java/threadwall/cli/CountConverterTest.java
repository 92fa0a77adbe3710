package threadwall.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;
import threadwall.loadgen.sweep.plan.SweepConfig.Requests;

class CountConverterTest {

    @ParameterizedTest
    @CsvSource({
        "1, 1",
        "500, 500",
        "5k, 5000",
        "40k, 40000",
        "1M, 1000000",
        "' 7 ', 7",
        "2000M, 2000000000",
        "1G, 1000000000",
        "007, 7"
    })
    void readsNumbersAsPeopleTypeThem(String text, int value) {
        assertThat(CountConverter.parse(text)).isEqualTo(value);
        assertThat(new CountConverter.Count().convert(text)).isEqualTo(value);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "0",
                "0k",
                "-1",
                "+1",
                "5x",
                "5K",
                "5m",
                "k",
                "1.5k",
                "1 000",
                "1,000",
                "1e3",
                "5kk",
                "2001M",
                "3G",
                "1g",
                "2000000001",
                "9999999999M",
                "99999999999",
                "٥"
            })
    void refusesAnythingElse(String text) {
        assertThatThrownBy(() -> CountConverter.parse(text))
                .isInstanceOf(TypeConversionException.class)
                .hasMessage("'%s' is not a count such as 500, 5k or 1M (1 to 2G)", text);
    }

    @Test
    void readsRequestsPerConnectionOrInAll() {
        var converter = new CountConverter.RequestsOfStep();
        assertThat(converter.convert("4x")).isEqualTo(new Requests.PerConnection(4));
        assertThat(converter.convert("200k")).isEqualTo(new Requests.Fixed(200_000));
        for (var text : new String[] {"x", "0x", "-4x", "4X", "x4", "4xx"}) {
            assertThatThrownBy(() -> converter.convert(text)).isInstanceOf(TypeConversionException.class);
        }
    }
}
