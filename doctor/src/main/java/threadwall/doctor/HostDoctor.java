package threadwall.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import threadwall.limits.LimitSubject;
import threadwall.limits.SystemSnapshot;
import threadwall.process.ChildProcess;
import threadwall.process.PreconditionException;
import threadwall.process.RemoteHost;
import threadwall.process.proc.MachineInfo;
import threadwall.record.DoctorRecord;
import threadwall.record.RecordLine;

/**
 * Reads the limits of a user's new process on another host. The files from which they are read come over ssh; the rules
 * are those for this machine. Nothing is installed there, and no thread is started, so what a thread costs is estimated.
 */
public final class HostDoctor {

    private static final int UNPACK_SECONDS = 30;

    private HostDoctor() {}

    /**
     * Assesses the limits.
     *
     * @param user of the host; empty for the one that ssh logs in
     * @param requested see {@link Doctor#examine}
     * @param command the arguments of the command line
     * @throws PreconditionException (environment) if the host is not reached, (usage) if it has no such user
     */
    public static DoctorRecord examine(
            RemoteHost host, Optional<String> user, Map<LimitSubject, OptionalLong> requested, List<String> command)
            throws IOException, InterruptedException, PreconditionException {
        var root = ChildProcess.temporaryFolder("threadwall-host");
        try {
            unpack(host.run(host.home().resolve("doctor/readings.sh")), root, host);
            return assess(root, host, user, requested, command);
        } finally {
            delete(root);
        }
    }

    private static DoctorRecord assess(
            Path root,
            RemoteHost host,
            Optional<String> user,
            Map<LimitSubject, OptionalLong> requested,
            List<String> command)
            throws PreconditionException {
        var snapshot = read(root, user, host);
        var costs = Doctor.estimate(snapshot);
        return new DoctorRecord(
                RecordLine.SCHEMA,
                Instant.now(),
                command,
                MachineInfo.copied(root.resolve("proc")),
                host.name(),
                null,
                snapshot.account().name(),
                null,
                requested.containsKey(LimitSubject.THREADS) ? DoctorRecords.costs(costs, false) : null,
                Doctor.diagnoses(requested, snapshot, costs));
    }

    private static SystemSnapshot read(Path root, Optional<String> user, RemoteHost host) throws PreconditionException {
        try {
            var snapshot = SystemSnapshot.read(root, user, Optional.empty());
            if (snapshot.account() == null) {
                throw PreconditionException.environment("%s has no /proc that can be read", host.name());
            }
            return snapshot;
        } catch (IllegalArgumentException unknown) {
            if (user.isEmpty()) {
                throw unknown;
            }
            throw PreconditionException.usage("--user %s on %s: %s", user.get(), host.name(), unknown.getMessage());
        }
    }

    private static void delete(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private static void unpack(byte[] archive, Path folder, RemoteHost host)
            throws IOException, InterruptedException, PreconditionException {
        var tar = new ProcessBuilder("tar", "-xf", "-", "--no-same-owner", "-C", folder.toString())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (var input = tar.getOutputStream()) {
            input.write(archive);
        }
        if (!tar.waitFor(UNPACK_SECONDS, TimeUnit.SECONDS) || tar.exitValue() != 0) {
            tar.destroyForcibly();
            throw PreconditionException.environment(
                    "what %s says of its limits is not complete; see that `%s` prints nothing",
                    host.name(), host.check());
        }
    }
}
