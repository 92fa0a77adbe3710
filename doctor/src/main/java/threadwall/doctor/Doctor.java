package threadwall.doctor;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import threadwall.limits.Connections;
import threadwall.limits.Diagnosis;
import threadwall.limits.LimitSubject;
import threadwall.limits.ProcessLimits;
import threadwall.limits.SystemSnapshot;
import threadwall.limits.ThreadCosts;
import threadwall.limits.Threads;
import threadwall.process.ChildProcess;
import threadwall.process.GitCommit;
import threadwall.process.PreconditionException;
import threadwall.process.Progress;
import threadwall.process.proc.MachineInfo;
import threadwall.record.DoctorRecord;
import threadwall.record.DoctorRecord.Diagnosed;
import threadwall.record.ProbeRecord;
import threadwall.record.RecordLine;

/** Reads the limits that a user's new process would meet on this machine, and puts them to the test. */
public final class Doctor {

    private static final Path ROOT = Path.of("/");

    /** What a server has open beside its sockets: jars, logs, epoll, pipes. Idle, kilim has 27 and spring-deferred 64. */
    private static final long DESCRIPTORS_OF_A_SERVER = 100;

    /** What this process opens to start children, hear them and read /proc, with the reserve of a wall of open files. */
    private static final long DESCRIPTORS_OF_A_PROBE = 64;

    private final Path home;
    private final ProbeUser user;

    /**
     * @param home the project's root
     * @throws PreconditionException (usage) when id(1) knows the user, and nothing that says what a login gives them does
     */
    public Doctor(Path home, ProbeUser user) throws PreconditionException {
        this.home = home;
        this.user = user;
        try {
            situation();
        } catch (IllegalArgumentException unknown) {
            throw PreconditionException.usage("--user %s: %s", user.name(), unknown.getMessage());
        }
    }

    /** What a process of this user meets, after a login where that is somebody else. */
    private SystemSnapshot situation() {
        return SystemSnapshot.read(ROOT, user.own() ? Optional.empty() : Optional.of(user.name()));
    }

    /** What a child of ours meets as this user: no login gives it other resource limits or another cgroup than ours. */
    private SystemSnapshot situationOfChild() {
        var ours = SystemSnapshot.read();
        if (user.own()) {
            return ours;
        }
        var theirs = situation();
        return new SystemSnapshot(
                theirs.account(),
                theirs.privileges(),
                ours.kernel(),
                ours.process(),
                theirs.use(),
                ours.memory(),
                ours.sockets(),
                ours.origins(),
                ours.unread());
    }

    /**
     * Reads and judges.
     *
     * @param asked the subjects, in order, each with how many are wanted, or empty for how many there can be
     * @param command the arguments that asked for it
     */
    public DoctorRecord examine(Map<LimitSubject, OptionalLong> asked, List<String> command)
            throws IOException, InterruptedException {
        var costs = asked.containsKey(LimitSubject.THREADS) ? costs() : null;
        var situation = situation();
        var diagnoses = new ArrayList<Diagnosed>();
        asked.forEach((subject, count) -> diagnoses.add(DoctorRecords.diagnosed(
                switch (subject) {
                    case THREADS -> Threads.diagnose(situation, costs.figures(), count);
                    case CONNECTIONS -> Connections.diagnose(situation, DESCRIPTORS_OF_A_SERVER, count);
                })));
        unlessEnding();
        return new DoctorRecord(
                RecordLine.SCHEMA,
                Instant.now(),
                command,
                MachineInfo.read(),
                user.name(),
                costs == null ? null : DoctorRecords.costs(costs.figures(), costs.measured()),
                diagnoses);
    }

    /** By Ctrl-C: children that are ended then have met no wall, and what goes wrong with them is none of the user's. */
    private static void unlessEnding() throws InterruptedException {
        if (ChildProcess.shuttingDown()) {
            throw new InterruptedException();
        }
    }

    private record Costs(ThreadCosts figures, boolean measured) {}

    /** Figures of another machine where this one has no room for a child: the record and the text say so. */
    private Costs costs() throws IOException, InterruptedException {
        try {
            return new Costs(measured(), true);
        } catch (PreconditionException noChild) {
            return new Costs(estimate(situation()), false);
        }
    }

    private ThreadCosts measured() throws IOException, InterruptedException, PreconditionException {
        var child = situationOfChild();
        var room =
                Threads.diagnose(child, estimate(child), OptionalLong.empty()).most();
        return ThreadCostCalibration.measure(home, user, room);
    }

    private static ThreadCosts estimate(SystemSnapshot situation) {
        return ThreadCosts.estimate(situation.kernel().transparentHugePages());
    }

    /**
     * Counts up until there can be no more.
     *
     * @param bound when to stop if no wall has come
     * @throws PreconditionException (environment) when no child can be started as that user, or there is no room to begin
     */
    public ProbeRecord probe(LimitSubject subject, Duration bound, List<String> command, Progress progress)
            throws IOException, InterruptedException, PreconditionException {
        user.requireChildren();
        requireDescriptors(ProcessLimits.ofThisProcess().nofile().soft());
        var at = Instant.now();
        var commit = GitCommit.of(home);
        var findings = countUp(subject, bound, progress);
        var verdict = ProbeVerdict.of(findings.foretold(), findings.measured(), findings.failure(), findings.gauges());
        return DoctorRecords.probe(at, command, commit, subject, user, bound, findings, verdict);
    }

    /** @param nofile of this process, which has raised it as far as it goes */
    static void requireDescriptors(OptionalLong nofile) throws PreconditionException {
        if (nofile.isPresent() && nofile.getAsLong() < DESCRIPTORS_OF_A_PROBE) {
            throw PreconditionException.environment(
                    "RLIMIT_NOFILE of %,d leaves a probe no descriptors to begin with; it takes at least %,d: ulimit -n %d",
                    nofile.getAsLong(), DESCRIPTORS_OF_A_PROBE, DESCRIPTORS_OF_A_PROBE);
        }
    }

    private ProbeFindings countUp(LimitSubject subject, Duration bound, Progress progress)
            throws IOException, InterruptedException, PreconditionException {
        try {
            return switch (subject) {
                case THREADS -> {
                    var costs = measured();
                    yield ThreadProbe.run(home, user, costs, this::threads, bound, progress);
                }
                case CONNECTIONS -> ConnectionProbe.run(home, user, this::connections, bound, progress);
            };
        } finally {
            unlessEnding();
        }
    }

    private Diagnosis threads(ThreadCosts costs) {
        return Threads.diagnose(situationOfChild(), costs, OptionalLong.empty());
    }

    private Diagnosis connections(long ownDescriptors) {
        return Connections.diagnose(situationOfChild(), ownDescriptors, OptionalLong.empty());
    }
}
