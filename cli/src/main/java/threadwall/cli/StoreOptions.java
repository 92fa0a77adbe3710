package threadwall.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import threadwall.loadgen.sweep.plan.StoreConfig;
import threadwall.loadgen.testbed.Provenance;
import threadwall.loadgen.testbed.ServerCatalog;
import threadwall.loadgen.testbed.StoreKind;
import threadwall.loadgen.testbed.database.BoundedDatabase;
import threadwall.loadgen.testbed.database.DatabaseProvider;
import threadwall.loadgen.testbed.database.TemporaryDatabase;
import threadwall.process.PreconditionException;
import threadwall.process.Progress;
import threadwall.record.RunRecord;
import threadwall.record.StepPlan;

/** Where the data of a sweep's servers are. */
final class StoreOptions {

    @Option(
            names = "--store",
            paramLabel = "KIND",
            description =
                    "Store of all servers: postgres, or embedded, which only spring-deferred, kilim and its variants support"
                            + " (default: embedded where supported, else postgres).")
    private String kind;

    @Option(
            names = "--postgres",
            paramLabel = "URL",
            description = "A PostgreSQL that you run, jdbc:postgresql://…; without it the sweep starts its own.")
    private String postgres;

    @Option(
            names = "--db-connections",
            paramLabel = "N",
            converter = CountConverter.Count.class,
            defaultValue = "" + StoreConfig.CONNECTIONS,
            description = "Connections of each server process to PostgreSQL; a step fails if it has more"
                    + " (default: ${DEFAULT-VALUE}).")
    private int connections;

    @Mixin
    private DataSizeOptions size;

    /** Of the PostgreSQL that the user runs; {@code null} for none. */
    String postgres() {
        return postgres;
    }

    /** @throws PreconditionException (usage) when that is no URL of a PostgreSQL */
    void requireUrl() throws PreconditionException {
        if (postgres != null && !postgres.startsWith("jdbc:postgresql:")) {
            throw PreconditionException.usage("--postgres must be jdbc:postgresql://HOST:PORT/DATABASE?user=NAME");
        }
    }

    /** @throws PreconditionException (usage) when a PostgreSQL is named that no server of these steps uses */
    void requireUse(List<StepPlan> steps) throws PreconditionException {
        if (postgres != null && steps.stream().noneMatch(ServerCatalog::usesPostgres)) {
            throw PreconditionException.usage(
                    "--postgres: no server of this sweep uses PostgreSQL; add --store postgres, or leave --postgres out");
        }
    }

    /**
     * Takes the data where the run that is gone on with had them.
     *
     * @throws PreconditionException (usage) when it had a URL, which no record keeps, or a folder that is not to be seen
     */
    void goOn(RunRecord resumed, Path folder) throws PreconditionException {
        if (postgres == null && resumed.command().stream().anyMatch(word -> word.contains(Provenance.POSTGRES_URL))) {
            throw PreconditionException.usage(
                    "--resume %s: the run used --postgres, and records do not keep its URL; add --postgres URL",
                    folder);
        }
        size.goOn(resumed.command());
    }

    /**
     * Where the data are that a route asks for.
     *
     * @throws PreconditionException (usage) for what does not go together
     */
    StoreConfig storage(String route) throws PreconditionException {
        var store = kind == null ? null : StoreKind.named(kind);
        if (store == StoreKind.EMBEDDED && postgres != null) {
            throw PreconditionException.usage(
                    "--postgres does not apply to the embedded store: leave it out, or use --store postgres");
        }
        return StoreConfig.validated(store, connections, size.sizes(route, postgres));
    }

    /** @throws PreconditionException (environment) when the database of these steps cannot be bounded */
    void check(List<StepPlan> steps) throws PreconditionException, IOException {
        var bounded = bounded(steps);
        if (!bounded.isEmpty()) {
            BoundedDatabase.check(bounded, size.folder());
        }
    }

    /** The PostgreSQL of these steps, which is not started yet. */
    DatabaseProvider databases(Path home, Path folder, List<StepPlan> steps, Progress progress) {
        if (!bounded(steps).isEmpty()) {
            return new BoundedDatabase(home, folder, size.folder(), progress);
        }
        return postgres == null ? new TemporaryDatabase(home, folder, progress) : DatabaseProvider.given(postgres);
    }

    private static List<StepPlan> bounded(List<StepPlan> steps) {
        return steps.stream().filter(step -> step.data().dataSize() != null).toList();
    }
}
