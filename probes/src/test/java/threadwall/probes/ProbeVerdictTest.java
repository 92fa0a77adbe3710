package threadwall.probes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import threadwall.limits.Diagnosis;
import threadwall.limits.LimitAssessment;
import threadwall.limits.LimitEffect;
import threadwall.limits.LimitScope;
import threadwall.limits.LimitSubject;
import threadwall.limits.Setting;
import threadwall.probes.ProbeFailure.Kind;
import threadwall.record.DoctorRecord.Effect;
import threadwall.record.ProbeRecord.Gauge;
import threadwall.record.ProbeRecord.Outcome;

/** A probe confirms a prediction only by the same limit at the same count. */
class ProbeVerdictTest {

    private static final ProbeFailure EAGAIN = new ProbeFailure(Kind.REFUSED, "EAGAIN", "no thread");
    private static final Diagnosis PREDICTION = diagnosis(
            limit("RLIMIT_NPROC", 6_000), limit("kernel.pid_max", 32_000), limit("kernel.threads-max", 6_030));

    private static LimitAssessment limit(String limit, long inForce) {
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
                "",
                new Setting.Fixed(""));
    }

    private static Diagnosis diagnosis(LimitAssessment... limits) {
        return new Diagnosis(LimitSubject.THREADS, OptionalLong.empty(), List.of(limits), List.of());
    }

    private static ProbeVerdict verdict(Diagnosis prediction, long measured, ProbeFailure failure, List<Gauge> gauges) {
        return ProbeVerdict.of(new ProbeFindings(prediction, measured, failure, gauges, null, 1));
    }

    private static ProbeVerdict reached(String limit, long measured) {
        var full = new Gauge(limit, Effect.REFUSES, measured, 1, 0L, measured, null, null);
        return verdict(PREDICTION, measured, EAGAIN, List.of(full));
    }

    @Test
    void confirmsWithinOnePercent() {
        assertThat(reached("RLIMIT_NPROC", 6_000).outcome()).isEqualTo(Outcome.AS_PREDICTED);
        assertThat(reached("RLIMIT_NPROC", 5_941).outcome()).isEqualTo(Outcome.AS_PREDICTED);
        assertThat(reached("RLIMIT_NPROC", 6_059).outcome()).isEqualTo(Outcome.AS_PREDICTED);
    }

    @Test
    void anotherCountContradicts() {
        for (long measured : new long[] {5_939, 6_061}) {
            var verdict = reached("RLIMIT_NPROC", measured);
            assertThat(verdict.outcome()).isEqualTo(Outcome.NOT_AS_PREDICTED);
            assertThat(verdict.limit()).isEqualTo("RLIMIT_NPROC");
            assertThat(verdict.because().getLast()).isEqualTo("doctor predicted this limit, but at 6,000");
        }
    }

    @Test
    void whatOthersTookMeanwhileIsSaid() {
        var shared = new Gauge("RLIMIT_NPROC", Effect.REFUSES, 6_000L, 1, 20L, 6_000L, null, null);
        var verdict = verdict(PREDICTION, 4_000, EAGAIN, List.of(shared));
        assertThat(verdict.outcome()).isEqualTo(Outcome.NOT_AS_PREDICTED);
        assertThat(verdict.because().getLast())
                .isEqualTo("doctor predicted this limit, but other processes took 2,000 of it meanwhile: run the probe"
                        + " again when they have ended");
    }

    @Test
    void anotherLimitContradictsUnlessItLiesAsClose() {
        var other = reached("kernel.pid_max", 6_000);
        assertThat(other.outcome()).isEqualTo(Outcome.NOT_AS_PREDICTED);
        assertThat(other.because().getLast()).isEqualTo("doctor predicted another limit: RLIMIT_NPROC at 6,000");
        assertThat(reached("vm.max_map_count", 6_000).outcome()).isEqualTo(Outcome.NOT_AS_PREDICTED);
        assertThat(reached("kernel.threads-max", 6_000).outcome()).isEqualTo(Outcome.AS_PREDICTED);
    }

    @Test
    void withoutAPredictionOrALimitNothingIsConfirmed() {
        var full = List.of(new Gauge("x", Effect.REFUSES, 6_000L, 1, 0L, 6_000L, null, null));
        assertThat(verdict(diagnosis(), 6_000, EAGAIN, full).outcome()).isEqualTo(Outcome.NOT_AS_PREDICTED);
        assertThat(verdict(PREDICTION, 6_000, EAGAIN, List.of()).outcome()).isEqualTo(Outcome.UNKNOWN);
        var late = new ProbeFailure(Kind.OUT_OF_TIME, null, "late");
        assertThat(verdict(PREDICTION, 6_000, late, full).outcome()).isEqualTo(Outcome.OUT_OF_TIME);
    }

    @Test
    void whatIsNotSeenFromHereIsASuspect() {
        var contained = new Diagnosis(LimitSubject.THREADS, OptionalLong.empty(), List.of(), List.of("its pid_max"));
        assertThat(verdict(contained, 6_000, EAGAIN, List.of()).because().getLast())
                .isEqualTo("it may be a limit that is not visible here: its pid_max");
        var files = new ProbeFailure(Kind.REFUSED, "EMFILE", "no file");
        assertThat(verdict(contained, 6_000, files, List.of()).because()).hasSize(1);
    }
}
