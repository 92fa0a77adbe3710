package threadwall.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import threadwall.loadgen.cliff.BoundedDatabase;
import threadwall.loadgen.plan.DataSizes;
import threadwall.loadgen.plan.Refused;
import threadwall.loadgen.plan.Servers;
import threadwall.loadgen.run.Databases;
import threadwall.loadgen.run.Progress;
import threadwall.record.RunRecord;
import threadwall.record.StepPlan;

/** Where the data of a sweep's servers are. */
final class StoreOptions {

    @Option(
            names = "--postgres",
            paramLabel = "URL",
            description = "A PostgreSQL that you run, jdbc:postgresql://…; without it the sweep starts its own.")
    private String postgres;

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

    /** As {@link DataSizeOptions#sizes}. */
    DataSizes sizes(String route) throws Refused {
        return size.sizes(route, postgres);
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
        return postgres == null ? Databases.own(home, folder) : Databases.given(postgres);
    }

    private static List<StepPlan> bounded(List<StepPlan> steps) {
        return steps.stream().filter(step -> step.dataSize() != null).toList();
    }
}
