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
import threadwall.process.proc.MachineInfo;
import threadwall.record.DoctorRecord.Costs;
import threadwall.record.DoctorRecord.Diagnosed;
import threadwall.record.DoctorRecord.LimitRead;
import threadwall.record.DoctorRecord.Raise;
import threadwall.record.ProbeRecord;
import threadwall.record.RecordLine;

/** The model's values as the records write them down. */
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
                boxed(diagnosis.asked()),
                diagnosis.fits(),
                boxed(diagnosis.most()),
                diagnosis.walls().stream().map(wall -> limit(wall, diagnosis)).toList(),
                diagnosis.unread());
    }

    private static LimitRead limit(LimitAssessment wall, Diagnosis diagnosis) {
        return new LimitRead(
                wall.limit(),
                wall.scope().name(),
                wall.effect().name(),
                boxed(wall.inForce()),
                wall.used(),
                wall.each(),
                boxed(wall.allows()),
                wall.formula(),
                wall.source(),
                wall.setAt(),
                raise(wall, diagnosis));
    }

    /** For what was asked; without that, the limit that binds first is raised up to where the next one does. */
    private static Raise raise(LimitAssessment wall, Diagnosis diagnosis) {
        if (diagnosis.asked().isPresent()) {
            return raise(wall, diagnosis.asked().getAsLong());
        }
        var most = diagnosis.most();
        if (most.isEmpty() || !wall.effect().stops() || !wall.allows().equals(most)) {
            return null;
        }
        long next = diagnosis.stopping().stream()
                .mapToLong(other -> other.allows().getAsLong())
                .filter(allows -> allows > most.getAsLong())
                .findFirst()
                .orElse(2 * most.getAsLong());
        return raise(wall, next);
    }

    private static Raise raise(LimitAssessment wall, long count) {
        var remedy = wall.remedy(count);
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
            Duration bound,
            ProbeFindings findings,
            ProbeVerdict verdict) {
        var binding = findings.foretold().binding();
        return new ProbeRecord(
                RecordLine.SCHEMA,
                at,
                command,
                commit,
                MachineInfo.read(),
                name(subject),
                user.name(),
                bound.toSeconds(),
                findings.seconds(),
                verdict.outcome(),
                boxed(findings.foretold().most()),
                binding.map(LimitAssessment::limit).orElse(null),
                findings.measured(),
                findings.failure().errno(),
                findings.failure().text(),
                verdict.limit(),
                verdict.because(),
                findings.gauges(),
                findings.pace());
    }
}
