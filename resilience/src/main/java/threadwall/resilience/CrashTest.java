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
 * Kills the data's owner during writes, and checks that all acknowledged users are there afterwards. The owner is the server for a
 * store in its process, else PostgreSQL; or the virtual machine that both run in.
 *
 * @param store {@link DataLocation#EMBEDDED}, {@link #DB4J} or {@link DataLocation#POSTGRES}; {@code null} for the server's default
 * @param clients that store users simultaneously
 * @param seed random seed for the kill times
 * @param machine folder with the disks of the virtual machine whose power is cut; {@code null} to kill processes here
 * @param powerCuts whether each kill comes between a write and its sync, and a power cut of a {@link LossyDisk} follows once the
 *     users have been read
 */
public record CrashTest(String store, int rounds, int clients, long seed, Path machine, boolean powerCuts)
        implements ResilienceTest {

    /** The disk with the programs of the virtual machine. */
    private static final String PROGRAM_DISK = "program.img";

    /** A free port that only this machine can reach. */
    private static final List<String> LISTENING = List.of("--host", "127.0.0.1", "--port", "0");

    /** A store that is only there in servers that were built with it. */
    static final String DB4J = "db4j";

    private static final Set<String> STORES = Set.of(DataLocation.POSTGRES, DataLocation.EMBEDDED, DB4J);

    @Override
    public void check(TestRun run) throws PreconditionException, IOException {
        var server = run.kind();
        if (store != null && !STORES.contains(store)) {
            throw PreconditionException.usage("--store must be postgres, embedded or db4j, not %s", store);
        }
        if (server.stores().isEmpty()) {
            throw PreconditionException.usage(
                    "%s has no store, so it has no users to lose; name another with --server", server.label());
        }
        if (store != null && !has(server)) {
            throw PreconditionException.usage(
                    "%s has no %s store; leave --store out, or use %s",
                    server.label(), store, server.stores().getFirst());
        }
        if (powerCuts) {
            checkPowerCuts(server);
        }
        Preflight.checkProgram(run.home(), server);
        if (machine != null && !Files.exists(machine.resolve(PROGRAM_DISK))) {
            throw PreconditionException.environment(
                    "%s has no disks of a virtual machine; ./threadwall vm-test power makes them and runs this test",
                    machine);
        }
        for (var folder : folders(run)) {
            if (Files.exists(folder)) {
                throw PreconditionException.environment(
                        "%s holds the users of another test; name another folder with --out, or remove it", folder);
            }
        }
    }

    private void checkPowerCuts(ServerCatalog server) throws PreconditionException {
        if (machine != null) {
            throw PreconditionException.usage("--machine cuts the power in any case; leave --power-cuts out");
        }
        if (!storeOf(server).equals(DataLocation.EMBEDDED)) {
            throw PreconditionException.usage(
                    "--power-cuts works only with the embedded store; ./threadwall vm-test power tests postgres");
        }
        LossyDisk.requireCompiler();
    }

    @Override
    public ResilienceRecord run(TestRun run, Progress progress)
            throws PreconditionException, IOException, InterruptedException {
        check(run);
        var at = Instant.now();
        long start = System.nanoTime();
        CrashRounds crash;
        try (var target = target(run)) {
            crash = new CrashRounds(target, rounds, clients, seed, progress);
            crash.run();
        } catch (StartFailed e) {
            remove(run); // it holds no users yet, and the next attempt may use this folder
            throw PreconditionException.environment("%s", e.getMessage());
        }
        if (crash.faults().isEmpty()) {
            remove(run);
        } else {
            progress.note("kept the data in " + data(run));
        }
        return new ResilienceRecord(
                RecordLine.SCHEMA,
                at,
                run.command(),
                GitCommit.of(run.home()),
                MachineInfo.read(),
                "crash",
                run.kind().label(),
                serverCommand(run, Provenance.POSTGRES_URL),
                (System.nanoTime() - start) / 1e9,
                crash.faults(),
                null,
                null,
                null,
                List.of(),
                List.of(),
                null,
                null,
                new ResilienceRecord.Crash(
                        storeOf(run.kind()), machine != null || powerCuts, seed, clients, crash.rounds()));
    }

    private static void remove(TestRun run) throws IOException {
        for (var folder : folders(run)) {
            new TemporaryFolder(folder, Optional.empty()).remove();
        }
    }

    private static List<Path> folders(TestRun run) {
        return List.of(data(run), synced(run));
    }

    private static Path data(TestRun run) {
        return run.folder().resolve("data").toAbsolutePath();
    }

    /** Folder of the lossy disk, with what was synced. */
    private static Path synced(TestRun run) {
        return run.folder().resolve("synced").toAbsolutePath();
    }

    private CrashTarget target(TestRun run) throws IOException, InterruptedException {
        var data = data(run);
        if (machine != null) {
            return new CrashTargetMachine(
                    run.home(), machine, run.folder().resolve("machine"), data, machineCommands(run));
        }
        if (powerCuts) {
            var disk = LossyDisk.create(data, synced(run));
            return new CrashTargetLossyDisk(
                    run.kind().label(), run.home(), run.folder().resolve("server"), serverCommand(run, null), disk);
        }
        return storeOf(run.kind()).equals(DataLocation.POSTGRES)
                ? new CrashTargetDatabase(run.home(), run.folder(), data, url -> server(run, serverCommand(run, url)))
                : server(run, serverCommand(run, null));
    }

    private static CrashTargetServer server(TestRun run, List<String> command) {
        return new CrashTargetServer(
                run.kind().label(), run.home(), run.folder().resolve("server"), command);
    }

    /** The commands that the virtual machine runs. */
    private List<List<String>> machineCommands(TestRun run) {
        var server = serverCommand(run, CrashTargetMachine.DATABASE_URL);
        return storeOf(run.kind()).equals(DataLocation.POSTGRES)
                ? List.of(PostgresServer.command(CrashTargetMachine.DATABASE_OPTIONS), server)
                : List.of(server);
    }

    /** db4j works in every server with an embedded store, if the server was built with it. */
    private boolean has(ServerCatalog server) throws PreconditionException {
        return server.stores().contains(store.equals(DB4J) ? StoreKind.EMBEDDED : StoreKind.named(store));
    }

    private String storeOf(ServerCatalog server) {
        return store != null ? store : server.stores().getFirst().toString();
    }

    /** The command that starts the server in the project's root, with paths relative to that. */
    private List<String> serverCommand(TestRun run, String url) {
        var options = new ArrayList<>(machine == null ? LISTENING : CrashTargetMachine.LISTENING);
        var data = machine == null ? data(run) : CrashTargetMachine.DATA;
        var usedStore = storeOf(run.kind());
        options.addAll(List.of("--store", usedStore));
        options.addAll(
                usedStore.equals(DataLocation.POSTGRES)
                        ? List.of("--postgres", url)
                        : List.of("--data", ServerUnderTest.relativeToRoot(run.home(), data)));
        options.addAll(run.options());
        return run.kind().command(null, options);
    }
}
