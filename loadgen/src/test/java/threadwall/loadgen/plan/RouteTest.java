package threadwall.loadgen.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RouteTest {

    @ParameterizedTest
    @CsvSource({
        "/json2?time=100, 100",
        "/json2?time=0, 0",
        "/json2?a=1&time=20&b=2, 20",
        "/json2?time=007, 7",
        "/json2,",
        "/json2?time=,",
        "/json2?time=-5,",
        "/json2?time=5x,",
        "/json2?sometime=5,",
        "/json2?time=99999999999,",
        "/json,",
        "/other?time=5,",
    })
    void knowsHowLongJson2Sleeps(String text, Integer millis) throws Refused {
        assertThat(Route.of(text).sleepMillis()).isEqualTo(millis);
    }

    @ParameterizedTest
    @CsvSource({
        "/json2?time=100, /json2?time=22000",
        "/json2?a=1&time=100&b=2, /json2?a=1&time=22000&b=2",
    })
    void changesTheSleepAndNothingElse(String text, String other) throws Refused {
        assertThat(Route.of(text).sleeping(22_000).text()).isEqualTo(other);
    }

    @ParameterizedTest
    @CsvSource({
        "/json, true",
        "/json2?time=9, true",
        "/fortunes, true",
        "/json2, false",
        "/db2?max=9, false",
        "/, false"
    })
    void knowsWhichAnswersAreAllOfOneLength(String text, boolean constant) throws Refused {
        assertThat(Route.of(text).constantLength()).isEqualTo(constant);
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "/fortunes, fortune",
                "/fortunes?a=b, fortune",
                "/db2, world",
                "/db2?max=9, world",
                "/users/1, -",
                "/json, -"
            })
    void knowsTheTableOfAnAnswer(String text, String table) throws Refused {
        assertThat(Route.of(text).table()).isEqualTo(Optional.ofNullable(table));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "json", "http://127.0.0.1/", "/a b", "/a\r\nHost: b", "/ä", "/\u007f"})
    void refusesWhatIsNoPath(String text) {
        assertThatThrownBy(() -> Route.of(text))
                .isInstanceOfSatisfying(
                        Refused.class, refused -> assertThat(refused.exitCode()).isEqualTo(2))
                .hasMessage("--route '%s' is not a path such as '/json2?time=100'", text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/db2?max=0", "/db2?max=2147483648", "/db2?max=9999999999"})
    void refusesRowsThatNoTableHas(String text) {
        assertThatThrownBy(() -> Route.of(text)).hasMessage("--route %s: max must be from 1 to 2147483647", text);
    }

    @Test
    void requestsAreAMultipleOrANumberButOneAConnectionAtLeast() {
        assertThat(new Ask.Requests.PerConnection(4).at(40_000)).isEqualTo(160_000);
        assertThat(new Ask.Requests.PerConnection(2_000_000).at(40_000)).isEqualTo(80_000_000_000L);
        assertThat(new Ask.Requests.Fixed(200_000).at(40_000)).isEqualTo(200_000);
        assertThat(new Ask.Requests.Fixed(100).at(40_000)).isEqualTo(40_000);
    }
}
