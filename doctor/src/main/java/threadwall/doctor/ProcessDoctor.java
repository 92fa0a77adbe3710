package threadwall.doctor;

import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import threadwall.limits.ConnectionLimits;
import threadwall.limits.ContainerRuntime;
import threadwall.limits.LimitSubject;
import threadwall.limits.SystemSnapshot;
import threadwall.limits.ThreadLimits;
import threadwall.process.PreconditionException;
import threadwall.process.proc.MachineInfo;
import threadwall.record.DoctorRecord;
import threadwall.record.DoctorRecord.Diagnosed;
import threadwall.record.DoctorRecord.ProcessRead;
import threadwall.record.RecordLine;

/**
 * How many more threads and connections a process that runs can have, by its own limits and cgroups. Nothing is started, so
 * what a thread costs is estimated.
 */
public final class ProcessDoctor {

    private static final Path ROOT = Path.of("/");

    private ProcessDoctor() {}

    /**
     * Assesses the limits.
     *
     * @param requested the subjects, in order, each with the number wanted in addition, or empty for the most that is possible
     * @param command the arguments of the command line
     * @throws PreconditionException (environment) if there is no such process
     */
    public static DoctorRecord examine(long pid, Map<LimitSubject, OptionalLong> requested, List<String> command)
            throws PreconditionException {
        var snapshot = read(pid);
        var costs = Doctor.estimate(snapshot);
        var diagnoses = new ArrayList<Diagnosed>();
        requested.forEach((subject, count) -> diagnoses.add(DoctorRecords.diagnosed(
                switch (subject) {
                    case THREADS -> ThreadLimits.diagnose(snapshot, costs, count);
                    case CONNECTIONS -> ConnectionLimits.diagnoseRunning(snapshot, count);
                })));
        var process = snapshot.running();
        return new DoctorRecord(
                RecordLine.SCHEMA,
                Instant.now(),
                command,
                MachineInfo.read(),
                null,
                ContainerRuntime.of(Path.of("/proc", Long.toString(pid), "root"))
                        .orElse(null),
                snapshot.account().name(),
                new ProcessRead(process.pid(), process.name(), process.threads(), process.maps(), process.files()),
                requested.containsKey(LimitSubject.THREADS) ? DoctorRecords.costs(costs, false) : null,
                List.copyOf(diagnoses));
    }

    private static SystemSnapshot read(long pid) throws PreconditionException {
        try {
            return SystemSnapshot.ofProcess(ROOT, pid);
        } catch (NoSuchFileException gone) {
            throw PreconditionException.environment("--pid %d: there is no such process", pid);
        }
    }
}
