package threadwall.report.claims;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StatedFigureTest {

    @ParameterizedTest
    @CsvSource({
        "46.61 s, 46.61, 46.61",
        "'39,999 threads', 39999, 39999",
        "2000–4000 MB, 2000, 4000",
        "over 12, 12, Infinity",
        "under 100 %, 0, 100",
        "8.5; 10; 9.5, 9.5, 9.5",
        "1; 2; 4; 8, 3, 3"
    })
    void readsNumbersRangesBoundsAndRepeats(String text, double low, double high) {
        var figure = StatedFigure.parse(text);
        assertThat(figure.low()).isEqualTo(low);
        assertThat(figure.high()).isEqualTo(high);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "many", "-5", "1-2", "over", "7x", "about 7"})
    void refusesWhatIsNoFigure(String text) {
        assertThatThrownBy(() -> StatedFigure.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'" + text + "' is no figure such as");
    }

    @Test
    void aRatioOfRangesGoesFromTheLeastToTheMostThatItCanBe() {
        var ratio = StatedFigure.parse("2000–4000 MB").over(StatedFigure.parse("35–60 MB"));
        assertThat(ratio.low()).isEqualTo(2000.0 / 60);
        assertThat(ratio.high()).isEqualTo(4000.0 / 35);
        assertThat(ratio.words()).isEqualTo("2000–4000 MB / 35–60 MB = 33.3–114");
        assertThat(StatedFigure.parse("60 s").over(StatedFigure.parse("46 s")).words())
                .isEqualTo("60 s / 46 s = 1.30");
    }

    @ParameterizedTest
    @CsvSource({
        "20, 30, 1.5", // one number: over it
        "2000–4000, 3000, 1", // inside of a range
        "2000–4000, 8000, 2", // over its nearer end
        "2000–4000, 500, 0.25",
        "over 12, 24, 2", // a bound has one end, on both of its sides
        "over 12, 6, 0.5",
        "under 100, 50, 0.5"
    })
    void comparesOursWithTheNearestEnd(String theirs, double ours, double ratio) {
        assertThat(StatedFigure.parse(theirs).compare(ours)).isCloseTo(ratio, within(1e-9));
    }
}
