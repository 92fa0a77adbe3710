package threadwall.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class LimitAssessmentTest {

    private static LimitAssessment wall(OptionalLong inForce, long used, double each, LimitEffect effect) {
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
                new Setting.Sysctl("x", Long.MAX_VALUE));
    }

    private static LimitAssessment wall(long inForce, long used, double each) {
        return wall(OptionalLong.of(inForce), used, each, LimitEffect.REFUSES);
    }

    @Test
    void allowsWhatIsLeftInWholeOnes() {
        assertThat(wall(100, 10, 2).allows()).hasValue(45);
        assertThat(wall(100, 10, 2.5).allows()).hasValue(36);
        assertThat(wall(101, 10, 2).allows()).hasValue(45);
        assertThat(wall(10, 12, 1).allows()).hasValue(0);
        assertThat(wall(OptionalLong.empty(), 12, 1, LimitEffect.REFUSES).allows())
                .isEmpty();
    }

    @Test
    void stopsAboveWhatItAllows() {
        assertThat(wall(100, 10, 2).stops(45)).isFalse();
        assertThat(wall(100, 10, 2).stops(46)).isTrue();
        assertThat(wall(OptionalLong.empty(), 10, 2, LimitEffect.REFUSES).stops(46))
                .isFalse();
        assertThat(wall(OptionalLong.of(100), 10, 2, LimitEffect.KILLS).stops(46))
                .isTrue();
        for (LimitEffect passing : List.of(LimitEffect.SLOWS, LimitEffect.REFUSES_OTHERS)) {
            assertThat(wall(OptionalLong.of(100), 10, 2, passing).stops(46)).isFalse();
            assertThat(wall(OptionalLong.of(100), 10, 2, passing).exceededBy(46))
                    .isTrue();
        }
    }

    @Test
    void theValueItNeedsIsTheLeastThatAllowsSoMany() {
        assertThat(wall(100, 10, 2.5).valueFor(36)).hasValue(100);
        assertThat(wall(100, 10, 2.5).valueFor(37)).hasValue(103);
        // over its limit already: what is there has to fit as well
        assertThat(wall(10, 12, 1).valueFor(5)).hasValue(17);
    }

    @Test
    void setsATenthMoreInTwoDigits() {
        assertThat(wall(32_768, 360, 1).roomyValueFor(40_000, Long.MAX_VALUE)).isEqualTo(45_000);
        assertThat(wall(32_768, 360, 1).roomyValueFor(40_000, 41_000)).isEqualTo(41_000);
        assertThat(wall(1, 0, 1).roomyValueFor(5, Long.MAX_VALUE)).isEqualTo(6);
    }

    @Test
    void needsNoRemedyWhereThereIsRoom() {
        assertThat(wall(100, 10, 2).remedy(45)).isEqualTo(Remedy.NONE);
        assertThat(wall(100, 10, 2).remedy(46).now()).isNotEmpty();
    }

    @Test
    void oneThatTakesNothingIsAMistake() {
        assertThatThrownBy(() -> wall(1, 0, 0)).hasMessageContaining("x: one more takes 0.0");
        assertThatThrownBy(() -> wall(1, 0, Double.NaN)).hasMessageContaining("NaN");
    }

    @Test
    void aDiagnosisHasTheLowestFirstAndTheUnlimitedLast() {
        Diagnosis diagnosis = new Diagnosis(
                LimitSubject.THREADS,
                OptionalLong.empty(),
                List.of(
                        wall(OptionalLong.empty(), 0, 1, LimitEffect.REFUSES),
                        wall(50, 0, 1),
                        wall(OptionalLong.of(5), 0, 1, LimitEffect.SLOWS),
                        wall(20, 0, 1)),
                List.of());
        assertThat(diagnosis.walls())
                .extracting(LimitAssessment::allows)
                .containsExactly(OptionalLong.of(5), OptionalLong.of(20), OptionalLong.of(50), OptionalLong.empty());
        assertThat(diagnosis.stopping())
                .extracting(LimitAssessment::allows)
                .containsExactly(OptionalLong.of(20), OptionalLong.of(50));
        assertThat(diagnosis.most()).hasValue(20);
    }
}
