package threadwall.kilim.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import threadwall.kilim.http.reference.Outcome;
import threadwall.kilim.http.reference.ReferenceParser;
import threadwall.server.http.RfcCase;
import threadwall.server.http.RfcCases;

/** The RFC table checks both parsers, because one author may make the same mistake in both. */
class RfcTableTest {
    static Stream<RfcCase> cases() {
        return RfcCases.all();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void theReferenceParserAgrees(RfcCase rfcCase) {
        var bytes = String.join("", rfcCase.parts()).getBytes(StandardCharsets.ISO_8859_1);
        check(rfcCase, ReferenceParser.parse(bytes, HttpLimits.DEFAULT));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void theParserAgrees(RfcCase rfcCase) {
        var bytes = String.join("", rfcCase.parts()).getBytes(StandardCharsets.ISO_8859_1);
        check(rfcCase, ParserRun.of(bytes, HttpLimits.DEFAULT).outcomes());
        RequestParserFuzzer.check(bytes, HttpLimits.DEFAULT, 7, 3);
        RequestParserFuzzer.check(bytes, RequestParserFuzzer.TIGHT, 7, 3);
    }

    private static void check(RfcCase rfcCase, List<Outcome> outcomes) {
        var statuses =
                rfcCase.statuses().stream().filter(status -> status >= 200).toList();
        boolean refuses = !rfcCase.goesOn() && statuses.getLast() >= 400;
        int requests = statuses.size() - (refuses ? 1 : 0);
        assertThat(outcomes).as("%s", rfcCase).hasSizeGreaterThan(requests);
        for (int i = 0; i < requests; i++) {
            boolean last = i == statuses.size() - 1;
            assertThat(outcomes.get(i))
                    .as("%s, request %d", rfcCase, i)
                    .isInstanceOfSatisfying(
                            Outcome.Asked.class,
                            asked -> assertThat(asked.keepAlive()).isEqualTo(!last || rfcCase.goesOn()));
        }
        if (refuses) {
            assertThat(outcomes.get(requests))
                    .as("%s", rfcCase)
                    .isInstanceOfSatisfying(
                            Outcome.Refused.class,
                            refused -> assertThat(refused.status()).isEqualTo(statuses.getLast()));
        }
    }
}
