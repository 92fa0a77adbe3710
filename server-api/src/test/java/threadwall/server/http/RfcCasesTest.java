package threadwall.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests the table itself. */
class RfcCasesTest {
    static Stream<RfcCase> cases() {
        return RfcCases.all();
    }

    @Test
    void noTwoCasesHaveTheSameName() {
        assertThat(cases().map(RfcCase::name)).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void aCaseNamesItsSourceAndItsAnswers(RfcCase rfcCase) {
        assertThat(rfcCase.section()).matches("RFC (9110|9112|3986), \\d+(\\.\\d+)*");
        assertThat(rfcCase.quote()).isNotBlank();
        assertThat(rfcCase.statuses()).isNotEmpty().allMatch(status -> status >= 100 && status < 600);
        assertThat(rfcCase.parts().size())
                .isLessThanOrEqualTo(rfcCase.statuses().size());
        assertThat(String.join("", rfcCase.parts()).chars()).allMatch(c -> c <= 0xff);
    }
}
