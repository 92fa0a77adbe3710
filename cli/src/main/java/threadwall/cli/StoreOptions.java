package threadwall.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import threadwall.loadgen.cliff.BoundedDatabase;
import threadwall.loadgen.data.OwnDatabase;
import threadwall.loadgen.plan.Refused;
import threadwall.loadgen.plan.Servers;
import threadwall.loadgen.plan.Storage;
import threadwall.loadgen.plan.Store;
import threadwall.loadgen.run.Databases;
import threadwall.loadgen.run.Progress;
import threadwall.record.RunRecord;
import threadwall.record.StepPlan;

/** Where the data of a sweep's servers are. */
final class StoreOptions {

    @Option(
            names = "--store",
            paramLabel = "KIND",
            description =
                    "Where all servers have their data: postgres, or embedded, which spring-deferred, kilim and kilim-nio"
                            + " can have (default: each server's own, embedded where it can).")
    private String kind;

    @Option(
            names = "--postgres",
            paramLabel = "URL",
            description = "A PostgreSQL that you run, jdbc:postgresql://…; without it the sweep starts its own.")
    private String postgres;

    @Option(
            names = "--db-connections",
            paramLabel = "N",
            converter = Counts.Count.class,
            defaultValue = "" + Storage.CONNECTIONS,
            description = "Connections of each server process to PostgreSQL; a step that is seen with more has failed"
                    + " (default: ${DEFAULT-VALUE}).")
    private int connections;

    @Mixin
    private DataSizeOptions size;

    /** Of the PostgreSQL that the user runs; {@code null} for none. */
    String postgres() {
        return postgres;
    }

    /** @throws Refused (usage) when that is no URL of a PostgreSQL */
    void requireUrl() throws Refused {
        if (postgres != null && !postgres.startsWith("jdbc:postgresql:")) {
            throw Refused.usage("--postgres must be jdbc:postgresql://HOST:PORT/DATABASE?user=NAME");
        }
    }

    /** @throws Refused (usage) when a PostgreSQL is named that no server of these steps is told of */
    void requireUse(List<StepPlan> steps) throws Refused {
        if (postgres != null && steps.stream().noneMatch(Servers::usesPostgres)) {
            throw Refused.usage(
                    "--postgres: no server of this sweep reads it; add --store postgres, or leave --postgres out");
        }
    }

    /**
     * Takes the data where the run that is gone on with had them.
     *
     * @throws Refused (usage) when it had a URL, which no record keeps, or a folder that is not to be seen
     */
    void goOn(RunRecord resumed, Path folder) throws Refused {
        if (postgres == null && resumed.command().stream().anyMatch(word -> word.contains(Servers.POSTGRES_URL))) {
            throw Refused.usage(
                    "--resume %s: the run had --postgres, whose URL no record keeps; give it again", folder);
        }
        size.goOn(resumed.command());
    }

    /**
     * Where the data are that a route asks for.
     *
     * @throws Refused (usage) for what does not go together
     */
    Storage storage(String route) throws Refused {
        var store = kind == null ? null : Store.named(kind);
        if (store == Store.EMBEDDED && postgres != null) {
            throw Refused.usage("--postgres is none of the embedded store's: leave it out, or take --store postgres");
        }
        return Storage.asked(store, connections, size.sizes(route, postgres));
    }

    /** @throws Refused (environment) when the database of these steps cannot be bounded */
    void check(List<StepPlan> steps) throws Refused, IOException {
        var bounded = bounded(steps);
        if (!bounded.isEmpty()) {
            BoundedDatabase.check(bounded, size.folder());
        }
    }

    /** The PostgreSQL of these steps, which is not started yet. */
    Databases databases(Path home, Path folder, List<StepPlan> steps, Progress progress) {
        if (!bounded(steps).isEmpty()) {
            return new BoundedDatabase(home, folder, size.folder(), progress);
        }
        return postgres == null ? new OwnDatabase(home, folder, progress) : Databases.given(postgres);
    }

    private static List<StepPlan> bounded(List<StepPlan> steps) {
        return steps.stream().filter(step -> step.dataSize() != null).toList();
    }
}
