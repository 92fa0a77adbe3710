package threadwall.loadgen.testbed.database;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import threadwall.loadgen.http.RequestRoute;
import threadwall.loadgen.testbed.ServerCatalog;
import threadwall.process.PreconditionException;
import threadwall.process.Progress;
import threadwall.record.RunFile;
import threadwall.record.StepPlan;

/** A PostgreSQL of the sweep's own, loaded with the rows that its steps read. Its data are deleted with it. */
public final class TemporaryDatabase implements DatabaseProvider {

    private final Path home;
    private final Path folder;
    private final Progress progress;
    private PostgresServer postgres;

    /** @param folder the run's, for PostgreSQL's log and the record of the load */
    public TemporaryDatabase(Path home, Path folder, Progress progress) {
        this.home = home;
        this.folder = folder;
        this.progress = progress;
    }

    @Override
    public SharedDatabase open(List<StepPlan> steps) throws PreconditionException, IOException, InterruptedException {
        postgres = PostgresServer.start(home, folder, PostgresServer.connections(steps));
        var rows = rows(steps);
        if (rows.isPresent()) {
            progress.note("loading %,d rows of world for /db2".formatted(rows.get()));
            new StoreData(home, DataLocation.of(DataLocation.POSTGRES, postgres.url(), null), progress)
                    .loadFor(RunFile.in(folder), rows.get());
        }
        return new SharedDatabase(postgres.url(), Optional.of(postgres.processes()));
    }

    /** The most rows that any step reads; empty where none does. */
    private static Optional<Integer> rows(List<StepPlan> steps) {
        return steps.stream()
                .filter(ServerCatalog::usesPostgres)
                .map(step -> new RequestRoute(step.load().route()).highestId())
                .filter(Objects::nonNull)
                .map(Math::toIntExact)
                .max(Integer::compare);
    }

    @Override
    public void close() throws IOException, InterruptedException {
        if (postgres != null) {
            postgres.close();
        }
    }
}
