package threadwall.cli;

import java.nio.file.Path;
import picocli.CommandLine.Option;
import threadwall.loadgen.data.Place;
import threadwall.loadgen.plan.Refused;

/** Whose data all commands of {@code data} are about. */
final class DataPlace {

    @Option(
            names = "--store",
            paramLabel = "NAME",
            defaultValue = Place.POSTGRES,
            description = "postgres or embedded (default: ${DEFAULT-VALUE}).")
    private String store;

    @Option(names = "--postgres", paramLabel = "URL", description = "A PostgreSQL that you run, jdbc:postgresql://…")
    private String postgres;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "The folder of the embedded store, or of a PostgreSQL of ours (serve postgres --data DIR).")
    private Path data;

    /** @throws Refused (usage) when they name no place, or two */
    Place place() throws Refused {
        return Place.of(store, postgres, data);
    }
}
