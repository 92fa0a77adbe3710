package threadwall.doctor;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import threadwall.limits.Diagnosis;
import threadwall.limits.LimitAssessment;
import threadwall.limits.LimitSubject;
import threadwall.limits.Remedy;
import threadwall.limits.ThreadCosts;
import threadwall.probes.ProbeFindings;
import threadwall.probes.ProbeUser;
import threadwall.probes.ProbeVerdict;
import threadwall.process.proc.MachineInfo;
import threadwall.record.DoctorRecord.Costs;
import threadwall.record.DoctorRecord.Diagnosed;
import threadwall.record.DoctorRecord.Effect;
import threadwall.record.DoctorRecord.LimitRead;
import threadwall.record.DoctorRecord.Raise;
import threadwall.record.DoctorRecord.Source;
import threadwall.record.ProbeRecord;
import threadwall.record.RecordLine;

/** Converts diagnoses and findings to records. */
final class DoctorRecords {

    private DoctorRecords() {}

    static String name(LimitSubject subject) {
        return subject.name().toLowerCase(Locale.ROOT);
    }

    static Costs costs(ThreadCosts costs, boolean measured) {
        return new Costs(
                measured,
                costs.idleThreads(),
                costs.maps(),
                costs.residentBytes(),
                costs.firstResidentBytes(),
                costs.kernelStackBytes(),
                costs.kernelObjectBytes(),
                costs.pageTableBytes(),
                costs.addressBytes());
    }

    static Diagnosed diagnosed(Diagnosis diagnosis) {
        return new Diagnosed(
                name(diagnosis.subject()),
                boxed(diagnosis.requested()),
                diagnosis.fits(),
                boxed(diagnosis.most()),
                diagnosis.limits().stream()
                        .map(limit -> limitRead(limit, diagnosis))
                        .toList(),
                diagnosis.unread());
    }

    private static LimitRead limitRead(LimitAssessment limit, Diagnosis diagnosis) {
        return new LimitRead(
                limit.name(),
                limit.scope().name(),
                effect(limit),
                boxed(limit.inForce()),
                limit.used(),
                limit.each(),
                boxed(limit.allows()),
                limit.formula(),
                new Source(limit.source(), limit.response()),
                limit.setAt(),
                raise(limit, diagnosis));
    }

    static Effect effect(LimitAssessment limit) {
        return Effect.valueOf(limit.effect().name());
    }

    /** For the number requested; without one, the binding limit is raised up to the next one. */
    private static Raise raise(LimitAssessment limit, Diagnosis diagnosis) {
        if (diagnosis.requested().isPresent()) {
            return raise(limit, diagnosis.requested().getAsLong());
        }
        var most = diagnosis.most();
        if (most.isEmpty() || !limit.effect().stops() || !limit.allows().equals(most)) {
            return null;
        }
        long next = diagnosis.stopping().stream()
                .mapToLong(other -> other.allows().getAsLong())
                .filter(allows -> allows > most.getAsLong())
                .findFirst()
                .orElse(2 * most.getAsLong());
        return raise(limit, next);
    }

    private static Raise raise(LimitAssessment limit, long count) {
        var remedy = limit.remedy(count);
        return remedy.equals(Remedy.NONE)
                ? null
                : new Raise(count, remedy.advice(), remedy.now(), remedy.keep(), remedy.undo());
    }

    private static Long boxed(OptionalLong value) {
        return value.isPresent() ? value.getAsLong() : null;
    }

    static ProbeRecord probe(
            Instant at,
            List<String> command,
            String commit,
            LimitSubject subject,
            ProbeUser user,
            Duration timeLimit,
            ProbeFindings findings) {
        var verdict = ProbeVerdict.of(findings);
        var binding = findings.prediction().binding();
        return new ProbeRecord(
                RecordLine.SCHEMA,
                at,
                command,
                commit,
                MachineInfo.read(),
                name(subject),
                user.name(),
                timeLimit.toSeconds(),
                findings.seconds(),
                verdict.outcome(),
                boxed(findings.prediction().most()),
                binding.map(LimitAssessment::name).orElse(null),
                findings.measured(),
                findings.failure().errno(),
                findings.failure().text(),
                verdict.limit(),
                verdict.because(),
                findings.gauges(),
                findings.pace());
    }
}
