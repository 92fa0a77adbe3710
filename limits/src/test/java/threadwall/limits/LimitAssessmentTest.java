package threadwall.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class LimitAssessmentTest {

    private static LimitAssessment limit(OptionalLong inForce, long used, double each, LimitEffect effect) {
        return new LimitAssessment(
                "x",
                LimitScope.MACHINE,
                effect,
                inForce,
                used,
                each,
                "",
                "",
                "",
                "",
                new Setting.Sysctl("x", Long.MAX_VALUE, OptionalLong.empty()));
    }

    private static LimitAssessment limit(long inForce, long used, double each) {
        return limit(OptionalLong.of(inForce), used, each, LimitEffect.REFUSES);
    }

    @Test
    void allowsWhatIsLeftInWholeOnes() {
        assertThat(limit(100, 10, 2).allows()).hasValue(45);
        assertThat(limit(100, 10, 2.5).allows()).hasValue(36);
        assertThat(limit(101, 10, 2).allows()).hasValue(45);
        assertThat(limit(10, 12, 1).allows()).hasValue(0);
        assertThat(limit(OptionalLong.empty(), 12, 1, LimitEffect.REFUSES).allows())
                .isEmpty();
    }

    @Test
    void stopsAboveWhatItAllows() {
        assertThat(limit(100, 10, 2).stops(45)).isFalse();
        assertThat(limit(100, 10, 2).stops(46)).isTrue();
        assertThat(limit(OptionalLong.empty(), 10, 2, LimitEffect.REFUSES).stops(46))
                .isFalse();
        assertThat(limit(OptionalLong.of(100), 10, 2, LimitEffect.KILLS).stops(46))
                .isTrue();
        for (LimitEffect passing : List.of(LimitEffect.SLOWS, LimitEffect.REFUSES_OTHERS)) {
            assertThat(limit(OptionalLong.of(100), 10, 2, passing).stops(46)).isFalse();
            assertThat(limit(OptionalLong.of(100), 10, 2, passing).exceededBy(46))
                    .isTrue();
        }
    }

    @Test
    void theValueItNeedsIsTheLeastThatAllowsSoMany() {
        assertThat(limit(100, 10, 2.5).valueFor(36)).hasValue(100);
        assertThat(limit(100, 10, 2.5).valueFor(37)).hasValue(103);
        // over its limit already: what is in use has to fit as well
        assertThat(limit(10, 12, 1).valueFor(5)).hasValue(17);
    }

    @Test
    void setsATenthMoreInTwoDigits() {
        assertThat(limit(32_768, 360, 1).roomyValueFor(40_000, Long.MAX_VALUE)).isEqualTo(45_000);
        assertThat(limit(32_768, 360, 1).roomyValueFor(40_000, 41_000)).isEqualTo(41_000);
        assertThat(limit(1, 0, 1).roomyValueFor(5, Long.MAX_VALUE)).isEqualTo(6);
    }

    @Test
    void needsNoRemedyWhereThereIsRoom() {
        assertThat(limit(100, 10, 2).remedy(45)).isEqualTo(Remedy.NONE);
        assertThat(limit(100, 10, 2).remedy(46).now()).isNotEmpty();
    }

    @Test
    void oneThatTakesNothingIsAMistake() {
        assertThatThrownBy(() -> limit(1, 0, 0))
                .hasMessageContaining("x: cost of one more thread or connection must be above 0, not 0.0");
        assertThatThrownBy(() -> limit(1, 0, Double.NaN)).hasMessageContaining("NaN");
    }

    @Test
    void aDiagnosisHasTheLowestFirstAndTheUnlimitedLast() {
        Diagnosis diagnosis = new Diagnosis(
                LimitSubject.THREADS,
                OptionalLong.empty(),
                List.of(
                        limit(OptionalLong.empty(), 0, 1, LimitEffect.REFUSES),
                        limit(50, 0, 1),
                        limit(OptionalLong.of(5), 0, 1, LimitEffect.SLOWS),
                        limit(20, 0, 1)),
                List.of());
        assertThat(diagnosis.limits())
                .extracting(LimitAssessment::allows)
                .containsExactly(OptionalLong.of(5), OptionalLong.of(20), OptionalLong.of(50), OptionalLong.empty());
        assertThat(diagnosis.stopping())
                .extracting(LimitAssessment::allows)
                .containsExactly(OptionalLong.of(20), OptionalLong.of(50));
        assertThat(diagnosis.most()).hasValue(20);
    }
}
