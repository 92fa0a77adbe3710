package threadwall.lessons;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import threadwall.lessons.BarChart.Bar;

class BarChartTest {

    @Test
    void barsAreAsLongAsTheirValues() {
        var chart = BarChart.of("Title", "ms", List.of(new Bar("one", 100), new Bar("another", 50), new Bar("no", 0)));
        assertThat(chart.render(30, '#')).isEqualTo("""
                Title

                  one      ############ 100 ms
                  another  ###### 50 ms
                  no        0 ms
                """);
    }

    @Test
    void aLogarithmicScaleShowsWhatDiffersByOrdersOfMagnitude() {
        var chart =
                BarChart.logarithmic("Title", "", List.of(new Bar("a", 1), new Bar("b", 100), new Bar("c", 10_000)));
        assertThat(chart.bars().stream().map(chart::share)).containsExactly(0.0, 0.5, 1.0);
        assertThat(chart.render(80, '#')).startsWith("Title (logarithmic scale)\n");
    }

    @Test
    void numbersHaveThreeDigitsOrAllOfAWholeOne() {
        assertThat(List.of(1_234_567.0, 12.0, 12.345, 1.2345, 0.0).stream().map(Figure::number))
                .containsExactly("1,234,567", "12", "12.3", "1.23", "0");
    }

    @Test
    void nothingIsDrawnOfNothing() {
        assertThat(BarChart.of("Title", "", List.of()).render(80, '#')).isEqualTo("Title\n\n");
    }
}
