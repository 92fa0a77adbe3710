package threadwall.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class WeightedRouteTest {

    private static WeightedRoute route(String text) {
        return new WeightedRoute.Converter().convert(text);
    }

    @Test
    void theWeightIsWhatFollowsTheLastEqualsSign() {
        assertThat(route("/prices")).isEqualTo(new WeightedRoute("/prices", 1));
        assertThat(route("/json2?time=100=3")).isEqualTo(new WeightedRoute("/json2?time=100", 3));
        assertThat(route("/a?b=c")).isEqualTo(new WeightedRoute("/a?b=c", 1));
        assertThat(route("/json2?time=100")).isEqualTo(new WeightedRoute("/json2?time=100", 1));
        assertThat(route("/a?x=1&flag=3")).isEqualTo(new WeightedRoute("/a?x=1&flag=3", 1));
        assertThat(route("/a?x=1&flag=3=2")).isEqualTo(new WeightedRoute("/a?x=1&flag=3", 2));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "prices", "/prices=0", "/prices=101", "/prices=1000", "/a b"})
    void anythingElseIsRefused(String text) {
        assertThatThrownBy(() -> route(text)).isInstanceOf(TypeConversionException.class);
    }

    @Test
    void eachComesAsOftenAsItsWeightAndAsEvenlyAsCanBe() {
        assertThat(WeightedRoute.turns(List.of(route("/a=3"), route("/b"), route("/c"))))
                .containsExactly("/a", "/b", "/a", "/c", "/a");
    }
}
