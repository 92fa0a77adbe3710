package threadwall.loadgen.data;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import threadwall.loadgen.plan.Refused;
import threadwall.loadgen.plan.Route;
import threadwall.loadgen.plan.Servers;
import threadwall.loadgen.run.Database;
import threadwall.loadgen.run.Databases;
import threadwall.loadgen.run.Postgres;
import threadwall.loadgen.run.Progress;
import threadwall.record.RunFile;
import threadwall.record.StepPlan;

/** A PostgreSQL of the sweep's own, loaded with the rows that its steps ask for. Its data go with it. */
public final class OwnDatabase implements Databases {

    private final Path home;
    private final Path folder;
    private final Progress progress;
    private Postgres postgres;

    /** @param folder the run's, which has its log and the record of the load */
    public OwnDatabase(Path home, Path folder, Progress progress) {
        this.home = home;
        this.folder = folder;
        this.progress = progress;
    }

    @Override
    public Database open(List<StepPlan> steps) throws Refused, IOException, InterruptedException {
        postgres = Postgres.start(home, folder, steps);
        var rows = rows(steps);
        if (rows.isPresent()) {
            progress.note("loading %,d rows of world for /db2".formatted(rows.get()));
            new StoreData(home, Place.of(Place.POSTGRES, postgres.url(), null), progress)
                    .loadFor(RunFile.in(folder), rows.get());
        }
        return new Database(postgres.url(), Optional.of(postgres.processes()));
    }

    /** The most that any of them asks for; empty where none does. */
    private static Optional<Integer> rows(List<StepPlan> steps) {
        return steps.stream()
                .filter(Servers::usesPostgres)
                .map(step -> new Route(step.route()).highestId())
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
