package threadwall.cli;

import java.nio.file.Path;
import picocli.CommandLine.Option;
import threadwall.loadgen.testbed.database.DataLocation;
import threadwall.process.PreconditionException;

/** The options of all {@code data} commands that name the data. */
final class DataLocationOptions {

    @Option(
            names = "--store",
            paramLabel = "NAME",
            defaultValue = DataLocation.POSTGRES,
            description = "postgres or embedded (default: ${DEFAULT-VALUE}).")
    private String store;

    @Option(names = "--postgres", paramLabel = "URL", description = "A PostgreSQL that you run, jdbc:postgresql://…")
    private String postgres;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "Folder of the embedded store, or of a PostgreSQL made by serve postgres --data DIR.")
    private Path data;

    /** @throws PreconditionException (usage) when they name no location, or two */
    DataLocation location() throws PreconditionException {
        return DataLocation.of(store, postgres, data);
    }
}
