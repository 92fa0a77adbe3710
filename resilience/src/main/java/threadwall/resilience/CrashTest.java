package threadwall.resilience;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import threadwall.loadgen.testbed.Preflight;
import threadwall.loadgen.testbed.Provenance;
import threadwall.loadgen.testbed.ServerCatalog;
import threadwall.loadgen.testbed.ServerProcess.StartFailed;
import threadwall.loadgen.testbed.StoreKind;
import threadwall.loadgen.testbed.database.DataLocation;
import threadwall.loadgen.testbed.database.PostgresServer;
import threadwall.process.GitCommit;
import threadwall.process.PreconditionException;
import threadwall.process.Progress;
import threadwall.process.cleanup.TemporaryFolder;
import threadwall.process.proc.MachineInfo;
import threadwall.record.RecordLine;
import threadwall.record.ResilienceRecord;

/**
 * Kills that which keeps the users, while clients store them, and looks whether all are there that were acknowledged. Of
 * a store in the server's process that is the server, of PostgreSQL its processes; or of either the machine that they run in.
 *
 * @param store {@link DataLocation#EMBEDDED}, {@link #DB4J} or {@link DataLocation#POSTGRES}; {@code null} for the server's own choice
 * @param clients that store users at the same time
 * @param seed of the moments
 * @param machine folder of the disks of a machine, whose power is cut; {@code null} to kill processes of this one
 */
public record CrashTest(String store, int rounds, int clients, long seed, Path machine) implements ResilienceTest {

    /** On one of a machine's disks there is what it runs. */
    private static final String PROGRAM_DISK = "program.img";

    /** At any port, known to this machine alone. */
    private static final List<String> LISTENING = List.of("--host", "127.0.0.1", "--port", "0");

    /** The store of a server that was built with it. */
    static final String DB4J = "db4j";

    private static final Set<String> STORES = Set.of(DataLocation.POSTGRES, DataLocation.EMBEDDED, DB4J);

    @Override
    public void check(TestRun trial) throws PreconditionException, IOException {
        var server = trial.server();
        if (store != null && !STORES.contains(store)) {
            throw PreconditionException.usage("--store must be postgres, embedded or db4j, not %s", store);
        }
        if (server.stores().isEmpty()) {
            throw PreconditionException.usage(
                    "%s has no store, so there are no users to lose; name another by --server", server.label());
        }
        if (store != null && !has(server)) {
            throw PreconditionException.usage(
                    "%s has no %s store; leave --store out, or say %s",
                    server.label(), store, server.stores().getFirst());
        }
        Preflight.checkProgram(trial.home(), server);
        if (machine != null && !Files.exists(machine.resolve(PROGRAM_DISK))) {
            throw PreconditionException.environment(
                    "%s holds no disks of a machine; ./threadwall vm-test power makes them, and cuts its power",
                    machine);
        }
        if (Files.exists(data(trial))) {
            throw PreconditionException.environment(
                    "%s holds the users of another test; name another folder by --out, or remove it", data(trial));
        }
    }

    @Override
    public ResilienceRecord on(TestRun trial, Progress progress)
            throws PreconditionException, IOException, InterruptedException {
        check(trial);
        var at = Instant.now();
        long start = System.nanoTime();
        var data = data(trial);
        CrashRounds crash;
        try (var subject = subject(trial, data)) {
            crash = new CrashRounds(subject, rounds, clients, seed, progress);
            crash.run();
        } catch (StartFailed e) {
            remove(data); // nobody has stored anything there, and the next attempt may be on this folder
            throw PreconditionException.environment("%s", e.getMessage());
        }
        if (crash.faults().isEmpty()) {
            remove(data);
        } else {
            progress.note("the data are kept in " + data);
        }
        return new ResilienceRecord(
                RecordLine.SCHEMA,
                at,
                trial.command(),
                GitCommit.of(trial.home()),
                MachineInfo.read(),
                "crash",
                trial.server().label(),
                line(trial, Provenance.POSTGRES_URL),
                (System.nanoTime() - start) / 1e9,
                crash.faults(),
                null,
                null,
                null,
                List.of(),
                List.of(),
                null,
                null,
                new ResilienceRecord.Crash(storeOf(trial.server()), machine != null, seed, clients, crash.rounds()));
    }

    private static void remove(Path data) throws IOException {
        new TemporaryFolder(data, Optional.empty()).remove();
    }

    private static Path data(TestRun trial) {
        return trial.folder().resolve("data").toAbsolutePath();
    }

    private CrashTarget subject(TestRun trial, Path data) {
        if (machine != null) {
            return new CrashTargetMachine(trial.home(), machine, trial.folder().resolve("machine"), data, lines(trial));
        }
        return storeOf(trial.server()).equals(DataLocation.POSTGRES)
                ? new CrashTargetDatabase(trial.home(), trial.folder(), data, url -> server(trial, line(trial, url)))
                : server(trial, line(trial, null));
    }

    private static CrashTargetServer server(TestRun trial, List<String> line) {
        return new CrashTargetServer(
                trial.server().label(), trial.home(), trial.folder().resolve("server"), line);
    }

    /** Those that a machine runs. */
    private List<List<String>> lines(TestRun trial) {
        var server = line(trial, CrashTargetMachine.DATABASE_URL);
        return storeOf(trial.server()).equals(DataLocation.POSTGRES)
                ? List.of(PostgresServer.command(CrashTargetMachine.DATABASE_OPTIONS), server)
                : List.of(server);
    }

    /** db4j wherever fibers have a store in the server's process, if the server was built with it. */
    private boolean has(ServerCatalog server) throws PreconditionException {
        return server.stores().contains(store.equals(DB4J) ? StoreKind.EMBEDDED : StoreKind.named(store));
    }

    private String storeOf(ServerCatalog server) {
        return store != null ? store : server.stores().getFirst().toString();
    }

    /** The line that starts the server, its files as seen from the project's root, where it runs. */
    private List<String> line(TestRun trial, String url) {
        var options = new ArrayList<>(machine == null ? LISTENING : CrashTargetMachine.LISTENING);
        var data = machine == null ? data(trial) : CrashTargetMachine.DATA;
        var kept = storeOf(trial.server());
        options.addAll(List.of("--store", kept));
        options.addAll(
                kept.equals(DataLocation.POSTGRES)
                        ? List.of("--postgres", url)
                        : List.of("--data", ServerUnderTest.fromRoot(trial.home(), data)));
        options.addAll(trial.options());
        return trial.server().command(null, options);
    }
}
