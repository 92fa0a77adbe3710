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
import threadwall.limits.ConnectionLimits;
import threadwall.limits.ContainerRuntime;
import threadwall.limits.Diagnosis;
import threadwall.limits.LimitSubject;
import threadwall.limits.ProcessLimits;
import threadwall.limits.SystemSnapshot;
import threadwall.limits.ThreadCosts;
import threadwall.limits.ThreadLimits;
import threadwall.probes.ConnectionProbe;
import threadwall.probes.ProbeFindings;
import threadwall.probes.ProbeUser;
import threadwall.probes.ThreadCostCalibration;
import threadwall.probes.ThreadProbe;
import threadwall.probes.ThreadStarterMain;
import threadwall.process.ChildProcess;
import threadwall.process.GitCommit;
import threadwall.process.PreconditionException;
import threadwall.process.Progress;
import threadwall.process.proc.MachineInfo;
import threadwall.record.DoctorRecord;
import threadwall.record.DoctorRecord.Diagnosed;
import threadwall.record.ProbeRecord;
import threadwall.record.RecordLine;

/** Reads the limits of a user's new process on this machine, and measures them by reaching them. */
public final class Doctor {

    private static final Path ROOT = Path.of("/");

    /** Open files of a server beside its sockets: jars, logs, epoll, pipes. Idle, kilim has 27, spring-deferred 64. */
    private static final long DESCRIPTORS_OF_A_SERVER = 100;

    /** What this process opens to start children, talk to them and read /proc, with the reserve of open files. */
    private static final long DESCRIPTORS_OF_A_PROBE = 64;

    private final Path home;
    private final ProbeUser user;
    private final SystemSnapshot snapshot;

    /**
     * Reads the limits.
     *
     * @param home the project's root
     * @throws PreconditionException (usage) when id(1) knows the user, but no file tells what a login gives that user
     */
    public Doctor(Path home, ProbeUser user) throws PreconditionException {
        this.home = home;
        this.user = user;
        try {
            this.snapshot = read();
        } catch (IllegalArgumentException unknown) {
            throw PreconditionException.usage("--user %s: %s", user.name(), unknown.getMessage());
        }
    }

    /** Limits of a new process of this user; for another user, those after a login. */
    private SystemSnapshot read() {
        return SystemSnapshot.read(ROOT, user.current() ? Optional.empty() : Optional.of(user.name()));
    }

    /** Limits of a child process of this one that runs as this user. */
    private SystemSnapshot ofChild(SystemSnapshot ofUser) {
        return user.current() ? ofUser : SystemSnapshot.read().forChildAs(ofUser);
    }

    /**
     * Assesses the limits that were read.
     *
     * @param requested the subjects, in order, each with the number wanted, or empty for the most that is possible
     * @param command the arguments of the command line
     */
    public DoctorRecord examine(Map<LimitSubject, OptionalLong> requested, List<String> command)
            throws IOException, InterruptedException {
        var costs = requested.containsKey(LimitSubject.THREADS) ? costs() : null;
        var diagnoses = diagnoses(
                requested,
                costs == null ? snapshot : costs.after(snapshot),
                costs == null ? estimate(snapshot) : costs.figures());
        requireNotEnding();
        return new DoctorRecord(
                RecordLine.SCHEMA,
                Instant.now(),
                command,
                MachineInfo.read(),
                null,
                ContainerRuntime.of(ROOT).orElse(null),
                user.name(),
                null,
                costs == null ? null : DoctorRecords.costs(costs.figures(), costs.started() > 0),
                diagnoses);
    }

    /** In the order of the subjects. */
    static List<Diagnosed> diagnoses(
            Map<LimitSubject, OptionalLong> requested, SystemSnapshot snapshot, ThreadCosts costs) {
        var diagnoses = new ArrayList<Diagnosed>();
        requested.forEach((subject, count) -> diagnoses.add(DoctorRecords.diagnosed(
                switch (subject) {
                    case THREADS -> ThreadLimits.diagnose(snapshot, costs, count);
                    case CONNECTIONS -> ConnectionLimits.diagnose(snapshot, DESCRIPTORS_OF_A_SERVER, count);
                })));
        return List.copyOf(diagnoses);
    }

    /** After Ctrl-C the children are ended: they have reached no limit, and their failures mean nothing. */
    private static void requireNotEnding() throws InterruptedException {
        if (ChildProcess.shuttingDown()) {
            throw new InterruptedException();
        }
    }

    /** @param started threads of the measurement; 0 for figures of another machine */
    private record Costs(ThreadCosts figures, int started) {

        SystemSnapshot after(SystemSnapshot before) {
            return before.afterThreads(started);
        }
    }

    /** Figures of another machine where no child can be started; the record and the text say so. */
    private Costs costs() throws IOException, InterruptedException {
        try {
            return measured(ofChild(snapshot));
        } catch (PreconditionException noChild) {
            return new Costs(estimate(snapshot), 0);
        }
    }

    private Costs measured(SystemSnapshot child) throws IOException, InterruptedException, PreconditionException {
        var room = ThreadLimits.diagnose(child, estimate(child), OptionalLong.empty())
                .most();
        return new Costs(ThreadCostCalibration.measure(home, user, room), ThreadCostCalibration.threads(room));
    }

    /** Figures of another machine. */
    static ThreadCosts estimate(SystemSnapshot snapshot) {
        return ThreadCosts.estimate(snapshot.kernel().transparentHugePages());
    }

    /**
     * Counts up until one more fails.
     *
     * @param timeLimit when to stop if no limit was reached
     * @throws PreconditionException (environment) when no child can be started as that user, or too few descriptors are
     *     left to begin
     */
    public ProbeRecord probe(LimitSubject subject, Duration timeLimit, List<String> command, Progress progress)
            throws IOException, InterruptedException, PreconditionException {
        user.requireChildren();
        requireDescriptors(ProcessLimits.ofThisProcess().nofile().soft());
        var at = Instant.now();
        var commit = GitCommit.of(home);
        var findings = countUp(subject, timeLimit, progress);
        return DoctorRecords.probe(at, command, commit, subject, user, timeLimit, findings);
    }

    /** @param nofile of this process, which has raised it to the hard limit */
    static void requireDescriptors(OptionalLong nofile) throws PreconditionException {
        if (nofile.isPresent() && nofile.getAsLong() < DESCRIPTORS_OF_A_PROBE) {
            throw PreconditionException.environment(
                    "RLIMIT_NOFILE is %,d, but a probe needs at least %,d descriptors; raise it: ulimit -n %d",
                    nofile.getAsLong(), DESCRIPTORS_OF_A_PROBE, DESCRIPTORS_OF_A_PROBE);
        }
    }

    private ProbeFindings countUp(LimitSubject subject, Duration timeLimit, Progress progress)
            throws IOException, InterruptedException, PreconditionException {
        try {
            return switch (subject) {
                case THREADS -> {
                    var child = ofChild(snapshot);
                    var costs = measured(child);
                    var prediction = ThreadLimits.diagnose(costs.after(child), costs.figures(), OptionalLong.empty());
                    yield ThreadProbe.run(
                            home,
                            user,
                            ThreadStarterMain.class,
                            costs.figures(),
                            prediction,
                            this::threads,
                            timeLimit,
                            progress);
                }
                case CONNECTIONS -> ConnectionProbe.run(home, user, this::connections, timeLimit, progress);
            };
        } finally {
            requireNotEnding();
        }
    }

    private Diagnosis threads(ThreadCosts costs) {
        return ThreadLimits.diagnose(ofChild(read()), costs, OptionalLong.empty());
    }

    private Diagnosis connections(long ownDescriptors) {
        return ConnectionLimits.diagnose(ofChild(read()), ownDescriptors, OptionalLong.empty());
    }
}
