package threadwall.loadgen.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import threadwall.process.PreconditionException;

class RequestRouteTest {

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
    void knowsHowLongJson2Sleeps(String text, Integer millis) throws PreconditionException {
        assertThat(RequestRoute.of(text).sleepMillis()).isEqualTo(millis);
    }

    @ParameterizedTest
    @CsvSource({
        "/json2?time=100, /json2?time=22000",
        "/json2?a=1&time=100&b=2, /json2?a=1&time=22000&b=2",
    })
    void changesTheSleepAndNothingElse(String text, String other) throws PreconditionException {
        assertThat(RequestRoute.of(text).sleeping(22_000).text()).isEqualTo(other);
    }

    @ParameterizedTest
    @CsvSource({
        "/json, true, true",
        "/json2?time=9, true, true",
        "/fortunes, true, true",
        "/json2, false, false",
        "/db2?max=9, false, true",
        "/, false, false"
    })
    void knowsWhichAnswersAreKnownAndOfOneLength(String text, boolean constant, boolean known)
            throws PreconditionException {
        assertThat(RequestRoute.of(text).constantLength()).isEqualTo(constant);
        assertThat(RequestRoute.of(text).hasKnownAnswers()).isEqualTo(known);
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
    void knowsTheTableOfAnAnswer(String text, String table) throws PreconditionException {
        assertThat(RequestRoute.of(text).table()).isEqualTo(Optional.ofNullable(table));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "json", "http://127.0.0.1/", "/a b", "/a\r\nHost: b", "/ä", "/\u007f"})
    void refusesWhatIsNoPath(String text) {
        assertThatThrownBy(() -> RequestRoute.of(text))
                .isInstanceOfSatisfying(
                        PreconditionException.class,
                        refused -> assertThat(refused.exitCode()).isEqualTo(2))
                .hasMessage("--route '%s' is not a path such as '/json2?time=100'", text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/db2?max=0", "/db2?max=2147483648", "/db2?max=9999999999"})
    void refusesRowsThatNoTableHas(String text) {
        assertThatThrownBy(() -> RequestRoute.of(text))
                .hasMessage("--route %s: max must be from 1 to 2147483647", text);
    }
}
