package threadwall.report.claims;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static threadwall.report.claims.Verdict.DOES_NOT_HOLD;
import static threadwall.report.claims.Verdict.HOLDS;
import static threadwall.report.claims.Verdict.HOLDS_IN_PART;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import threadwall.report.claims.ComparisonRule.More;
import threadwall.report.claims.ComparisonRule.RatioWithin;
import threadwall.report.claims.ComparisonRule.StartsWith;
import threadwall.report.claims.ComparisonRule.Within;

class ComparisonRuleTest {

    @ParameterizedTest
    @CsvSource({
        "250, 375, HOLDS",
        "250, 376, DOES_NOT_HOLD",
        "250, 167, HOLDS",
        "250, 166, DOES_NOT_HOLD",
        "200–400, 600, HOLDS",
        "over 12, 8, HOLDS",
        "over 12, 7.9, DOES_NOT_HOLD",
        "over 12, 1000, HOLDS",
        "under 100, 151, DOES_NOT_HOLD"
    })
    void aFigureIsWithinTheRangeWidenedByTheFactor(String theirs, double ours, Verdict verdict) {
        assertThat(new Within(1.5).judge(StatedFigure.parse(theirs), ours)).isEqualTo(verdict);
    }

    @ParameterizedTest
    @CsvSource({
        "over 12, 12, HOLDS",
        "over 12, 6, HOLDS_IN_PART",
        "over 12, 1.2, DOES_NOT_HOLD", // within the noise of a single run
        "over 12, 0.5, DOES_NOT_HOLD",
        "0.75, 0.5, HOLDS_IN_PART",
        "0.75, 1.1, DOES_NOT_HOLD",
        "0.75, 0.75, HOLDS",
        "1.14, 11.6, DOES_NOT_HOLD", // the text's own difference is within the noise
        "0.86, 0.53, DOES_NOT_HOLD",
        "0.8–1.5, 3, DOES_NOT_HOLD" // the text names no direction
    })
    void aRatioOfTheSameDirectionHoldsInPart(String theirs, double ours, Verdict verdict) {
        assertThat(new RatioWithin(1).judge(StatedFigure.parse(theirs), ours)).isEqualTo(verdict);
    }

    @Test
    void moreIsMoreThanTheNoise() {
        assertThat(new More().judge(1.21)).isEqualTo(HOLDS);
        assertThat(new More().judge(1.2)).isEqualTo(HOLDS_IN_PART);
        assertThat(new More().judge(1)).isEqualTo(DOES_NOT_HOLD);
    }

    @Test
    void anOutcomeStartsWithItsWords() {
        assertThat(new StartsWith("ok").judge("ok, marked")).isEqualTo(HOLDS);
        assertThat(new StartsWith("ok").judge("missing")).isEqualTo(DOES_NOT_HOLD);
    }

    @ParameterizedTest
    @ValueSource(strings = {"within 1.5", "ratio within 2.0", "more", "starts with ok"})
    void aRuleIsReadFromItsWords(String words) {
        assertThat(ComparisonRule.parse(words).words()).isEqualTo(words);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "near 2", "within", "more 2", "within 0.5", "within two", "starts with"})
    void refusesWhatIsNoRule(String words) {
        assertThatThrownBy(() -> ComparisonRule.parse(words)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aClaimHoldsWhenAllOfItDoesOrMost() {
        assertThat(Verdict.ofAll(List.of(HOLDS, HOLDS))).isEqualTo(HOLDS);
        assertThat(Verdict.ofAll(List.of(HOLDS, DOES_NOT_HOLD))).isEqualTo(HOLDS_IN_PART);
        assertThat(Verdict.ofAll(List.of(DOES_NOT_HOLD, DOES_NOT_HOLD))).isEqualTo(DOES_NOT_HOLD);
        assertThat(Verdict.ofMost(List.of(HOLDS, HOLDS, DOES_NOT_HOLD))).isEqualTo(HOLDS);
        assertThat(Verdict.ofMost(List.of(HOLDS, DOES_NOT_HOLD))).isEqualTo(DOES_NOT_HOLD);
    }
}
