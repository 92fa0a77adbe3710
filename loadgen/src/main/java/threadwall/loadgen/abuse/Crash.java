package threadwall.loadgen.abuse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import threadwall.loadgen.clean.TemporaryFolder;
import threadwall.loadgen.data.Place;
import threadwall.loadgen.plan.Refused;
import threadwall.loadgen.plan.Servers;
import threadwall.loadgen.plan.Store;
import threadwall.loadgen.run.Postgres;
import threadwall.loadgen.run.Preflight;
import threadwall.loadgen.run.Progress;
import threadwall.loadgen.run.Provenance;
import threadwall.loadgen.run.ServerProcess.StartFailed;
import threadwall.record.AbuseRecord;
import threadwall.record.Line;

/**
 * Kills that which keeps the users, while clients store them, and looks whether all are there that were acknowledged. Of
 * a store in the server's process that is the server, of PostgreSQL its processes; or of either the machine that they run in.
 *
 * @param store {@link Place#EMBEDDED}, {@link #DB4J} or {@link Place#POSTGRES}; {@code null} for the server's own choice
 * @param clients that store users at the same time
 * @param seed of the moments
 * @param machine folder of the disks of a machine, whose power is cut; {@code null} to kill processes of this one
 */
public record Crash(String store, int rounds, int clients, long seed, Path machine) implements Ordeal {

    /** On one of a machine's disks there is what it runs. */
    private static final String PROGRAM_DISK = "program.img";

    /** At any port, known to this machine alone. */
    private static final List<String> LISTENING = List.of("--host", "127.0.0.1", "--port", "0");

    /** The store of a server that was built with it. */
    static final String DB4J = "db4j";

    private static final Set<String> STORES = Set.of(Place.POSTGRES, Place.EMBEDDED, DB4J);

    @Override
    public void check(Trial trial) throws Refused, IOException {
        var server = trial.server();
        if (store != null && !STORES.contains(store)) {
            throw Refused.usage("--store must be postgres, embedded or db4j, not %s", store);
        }
        if (server.stores().isEmpty()) {
            throw Refused.usage(
                    "%s has no store, so there are no users to lose; name another by --server", server.label());
        }
        if (store != null && !has(server)) {
            throw Refused.usage(
                    "%s has no %s store; leave --store out, or say %s",
                    server.label(), store, server.stores().getFirst());
        }
        Preflight.checkProgram(trial.home(), server);
        if (machine != null && !Files.exists(machine.resolve(PROGRAM_DISK))) {
            throw Refused.environment(
                    "%s holds no disks of a machine; ./threadwall vm-test power makes them, and cuts its power",
                    machine);
        }
        if (Files.exists(data(trial))) {
            throw Refused.environment(
                    "%s holds the users of another test; name another folder by --out, or remove it", data(trial));
        }
    }

    @Override
    public AbuseRecord on(Trial trial, Progress progress) throws Refused, IOException, InterruptedException {
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
            throw Refused.environment("%s", e.getMessage());
        }
        if (crash.faults().isEmpty()) {
            remove(data);
        } else {
            progress.note("the data are kept in " + data);
        }
        return new AbuseRecord(
                Line.SCHEMA,
                at,
                trial.command(),
                Provenance.commit(trial.home()),
                Provenance.machine(),
                "crash",
                trial.server().label(),
                line(trial, Servers.POSTGRES_URL),
                (System.nanoTime() - start) / 1e9,
                crash.faults(),
                null,
                null,
                null,
                List.of(),
                List.of(),
                null,
                null,
                new AbuseRecord.Crash(storeOf(trial.server()), machine != null, seed, clients, crash.rounds()));
    }

    private static void remove(Path data) throws IOException {
        new TemporaryFolder(data, Optional.empty()).remove();
    }

    private static Path data(Trial trial) {
        return trial.folder().resolve("data").toAbsolutePath();
    }

    private Mortal subject(Trial trial, Path data) {
        if (machine != null) {
            return new MortalMachine(trial.home(), machine, trial.folder().resolve("machine"), data, lines(trial));
        }
        return storeOf(trial.server()).equals(Place.POSTGRES)
                ? new MortalDatabase(trial.home(), trial.folder(), data, url -> server(trial, line(trial, url)))
                : server(trial, line(trial, null));
    }

    private static MortalServer server(Trial trial, List<String> line) {
        return new MortalServer(
                trial.server().label(), trial.home(), trial.folder().resolve("server"), line);
    }

    /** Those that a machine runs. */
    private List<List<String>> lines(Trial trial) {
        var server = line(trial, MortalMachine.DATABASE_URL);
        return storeOf(trial.server()).equals(Place.POSTGRES)
                ? List.of(Postgres.command(MortalMachine.DATABASE_OPTIONS), server)
                : List.of(server);
    }

    /** db4j wherever fibers have a store in the server's process, if the server was built with it. */
    private boolean has(Servers server) throws Refused {
        return server.stores().contains(store.equals(DB4J) ? Store.EMBEDDED : Store.named(store));
    }

    private String storeOf(Servers server) {
        return store != null ? store : server.stores().getFirst().toString();
    }

    /** The line that starts the server, its files as seen from the project's root, where it runs. */
    private List<String> line(Trial trial, String url) {
        var options = new ArrayList<>(machine == null ? LISTENING : MortalMachine.LISTENING);
        var data = machine == null ? data(trial) : MortalMachine.DATA;
        var kept = storeOf(trial.server());
        options.addAll(List.of("--store", kept));
        options.addAll(
                kept.equals(Place.POSTGRES)
                        ? List.of("--postgres", url)
                        : List.of("--data", Victim.fromRoot(trial.home(), data)));
        options.addAll(trial.options());
        return trial.server().command(null, options);
    }
}
