package threadwall.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import threadwall.doctor.ProbeFailure.Kind;
import threadwall.limits.Diagnosis;
import threadwall.limits.LimitAssessment;
import threadwall.limits.LimitEffect;
import threadwall.limits.LimitScope;
import threadwall.limits.LimitSubject;
import threadwall.limits.Setting;
import threadwall.record.ProbeRecord.Gauge;
import threadwall.record.ProbeRecord.Outcome;

/** A probe confirms a prediction by the same limit at the same count, and by nothing less. */
class ProbeVerdictTest {

    private static final ProbeFailure EAGAIN = new ProbeFailure(Kind.REFUSED, "EAGAIN", "no thread");
    private static final Diagnosis FORETOLD =
            diagnosis(wall("RLIMIT_NPROC", 6_000), wall("kernel.pid_max", 32_000), wall("kernel.threads-max", 6_030));

    private static LimitAssessment wall(String limit, long inForce) {
        return new LimitAssessment(
                limit,
                LimitScope.MACHINE,
                LimitEffect.REFUSES,
                OptionalLong.of(inForce),
                0,
                1,
                "",
                "",
                "",
                new Setting.Fixed(""));
    }

    private static Diagnosis diagnosis(LimitAssessment... walls) {
        return new Diagnosis(LimitSubject.THREADS, OptionalLong.empty(), List.of(walls), List.of());
    }

    private static ProbeVerdict met(String limit, long measured) {
        var full = new Gauge(limit, "REFUSES", measured, 1, 0L, measured, null, null);
        return ProbeVerdict.of(FORETOLD, measured, EAGAIN, List.of(full));
    }

    @Test
    void confirmsWithinOnePercent() {
        assertThat(met("RLIMIT_NPROC", 6_000).outcome()).isEqualTo(Outcome.AS_PREDICTED);
        assertThat(met("RLIMIT_NPROC", 5_941).outcome()).isEqualTo(Outcome.AS_PREDICTED);
        assertThat(met("RLIMIT_NPROC", 6_059).outcome()).isEqualTo(Outcome.AS_PREDICTED);
    }

    @Test
    void anotherCountContradicts() {
        for (long measured : new long[] {5_939, 6_061}) {
            var verdict = met("RLIMIT_NPROC", measured);
            assertThat(verdict.outcome()).isEqualTo(Outcome.NOT_AS_PREDICTED);
            assertThat(verdict.limit()).isEqualTo("RLIMIT_NPROC");
            assertThat(verdict.because().getLast())
                    .isEqualTo("it is the limit that was predicted, but not the count," + " which was 6,000");
        }
    }

    @Test
    void whatOthersTookMeanwhileIsSaid() {
        var shared = new Gauge("RLIMIT_NPROC", "REFUSES", 6_000L, 1, 20L, 6_000L, null, null);
        var verdict = ProbeVerdict.of(FORETOLD, 4_000, EAGAIN, List.of(shared));
        assertThat(verdict.outcome()).isEqualTo(Outcome.NOT_AS_PREDICTED);
        assertThat(verdict.because().getLast())
                .isEqualTo("it is the limit that was predicted, but 2,000 of it were taken by others meanwhile: run it"
                        + " again when they are done");
    }

    @Test
    void anotherLimitContradictsUnlessItLiesAsClose() {
        var other = met("kernel.pid_max", 6_000);
        assertThat(other.outcome()).isEqualTo(Outcome.NOT_AS_PREDICTED);
        assertThat(other.because().getLast()).contains("contradicts", "RLIMIT_NPROC at 6,000");
        assertThat(met("vm.max_map_count", 6_000).outcome()).isEqualTo(Outcome.NOT_AS_PREDICTED);
        assertThat(met("kernel.threads-max", 6_000).outcome()).isEqualTo(Outcome.AS_PREDICTED);
    }

    @Test
    void withoutAPredictionOrALimitNothingIsConfirmed() {
        var full = List.of(new Gauge("x", "REFUSES", 6_000L, 1, 0L, 6_000L, null, null));
        assertThat(ProbeVerdict.of(diagnosis(), 6_000, EAGAIN, full).outcome()).isEqualTo(Outcome.NOT_AS_PREDICTED);
        assertThat(ProbeVerdict.of(FORETOLD, 6_000, EAGAIN, List.of()).outcome())
                .isEqualTo(Outcome.UNKNOWN);
        var late = new ProbeFailure(Kind.OUT_OF_TIME, null, "late");
        assertThat(ProbeVerdict.of(FORETOLD, 6_000, late, full).outcome()).isEqualTo(Outcome.OUT_OF_TIME);
    }

    @Test
    void whatIsNotSeenFromHereIsASuspect() {
        var contained = new Diagnosis(LimitSubject.THREADS, OptionalLong.empty(), List.of(), List.of("its pid_max"));
        assertThat(ProbeVerdict.of(contained, 6_000, EAGAIN, List.of())
                        .because()
                        .getLast())
                .isEqualTo("it may be one that is not seen from here: its pid_max");
        var files = new ProbeFailure(Kind.REFUSED, "EMFILE", "no file");
        assertThat(ProbeVerdict.of(contained, 6_000, files, List.of()).because())
                .hasSize(1);
    }
}
