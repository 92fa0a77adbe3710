package threadwall.lessons;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TypedNumberTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"7|7", " 1200 |1200", "1,200|1200", "1,234,567.5|1234567.5", "0.5|0.5", "40k|40000", "1.5M|1500000"
            })
    void readsWhatLearnersType(String typed, double number) {
        assertThat(TypedNumber.parse(typed)).hasValue(number);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "many", "-7", "NaN", "Infinity", "1e3", "0x1p3", "12 ms", "1,2", "1,2000", "5d", ".5"})
    void anythingElseIsNone(String typed) {
        assertThat(TypedNumber.parse(typed)).isEmpty();
    }
}
