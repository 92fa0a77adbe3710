package threadwall.loadgen.testbed.database;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import threadwall.process.ChildProcess;
import threadwall.process.ExitReason;
import threadwall.process.PreconditionException;
import threadwall.process.Progress;
import threadwall.process.cleanup.FolderLock;
import threadwall.record.DataRecord;
import threadwall.record.RecordLine;
import threadwall.record.RunFile;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The data of one store. What is done with them a program does that knows the store; this starts it and reads what it says. */
public final class StoreData {

    /** A load keeps a batch of rows in memory and no more. */
    private static final List<String> COMMAND =
            List.of("java", "-Xmx512m", "-cp", "store/target/store.jar", "threadwall.store.load.DataMain");

    private static final Duration END = Duration.ofMinutes(1);

    private static final int INVALID = 3;
    private static final int ENVIRONMENT = 4;

    private static final JsonMapper JSON = new JsonMapper();

    private final Path home;
    private final DataLocation place;
    private final Progress progress;

    public StoreData(Path home, DataLocation place, Progress progress) {
        this.home = home;
        this.place = place;
        this.progress = progress;
    }

    /**
     * Brings the table {@code world} to a number of rows, from wherever it stands.
     *
     * @throws PreconditionException (environment) when the store does not do it: its disk is too small, it is gone, somebody else has put
     *     rows there
     */
    public DataRecord load(int rows) throws PreconditionException, IOException, InterruptedException {
        return run(List.of("load", "--rows", Integer.toString(rows))).record();
    }

    /**
     * The same for a run, which keeps the record of it and can do nothing without these rows. More of them that are there
     * already are as good: the first are the same.
     *
     * @throws IOException also when they are not there afterwards
     */
    public DataRecord loadFor(RunFile run, int rows) throws PreconditionException, IOException, InterruptedException {
        var there = info();
        var more = there.world() != null
                && there.world().asLoaded()
                && there.world().rows() > rows;
        var data = more ? there : load(rows);
        run.append(data);
        if (data.failure() != null) {
            throw new IOException("the rows that were loaded are not there: " + data.failure());
        }
        progress.note("world has its %,d rows".formatted(rows));
        return data;
    }

    /**
     * The same on paper; nothing stays of it. A PostgreSQL that would have to be made is made for it in a temporary folder on
     * the same disk, which goes with it however this ends.
     *
     * @return empty when all rows are there
     */
    public Optional<DataLoadPlan> plan(int rows) throws PreconditionException, IOException, InterruptedException {
        var words = List.of("load", "--dry-run", "--rows", Integer.toString(rows));
        boolean toBeMade = place.needsPostgres() && place.isEmpty();
        return Optional.ofNullable(run(words, toBeMade ? place.existing() : null).plan);
    }

    /**
     * What there is.
     *
     * @throws PreconditionException (environment) when the store does not say it, or there is none
     */
    public DataRecord info() throws PreconditionException, IOException, InterruptedException {
        place.requireThere();
        return run(List.of("info")).record();
    }

    /** Removes the tables {@code world} and {@code users}. */
    public void drop() throws PreconditionException, IOException, InterruptedException {
        place.requireThere();
        run(List.of("drop"));
    }

    private Run run(List<String> words) throws PreconditionException, IOException, InterruptedException {
        return run(words, null);
    }

    /** @param temporary where a PostgreSQL has a folder for this alone; {@code null} for one on the data of the place */
    private Run run(List<String> words, Path temporary)
            throws PreconditionException, IOException, InterruptedException {
        var folder = Files.createTempDirectory("threadwall-data-");
        ChildProcess.deleteAtExit(folder);
        try (var claim = FolderLock.of(folder);
                var postgres = place.needsPostgres() ? postgres(folder, temporary) : null) {
            var command = new ArrayList<>(COMMAND);
            command.addAll(words);
            command.addAll(place.options(postgres == null ? null : postgres.url()));
            var run = new Run();
            try (var process = ChildProcess.start(home, folder.resolve("data"), command, null)) {
                run.read(new BufferedReader(new InputStreamReader(process.output(), StandardCharsets.UTF_8)));
                process.await(END); // its output is closed, so it is about to end
                run.end(process.exitCode(), ExitReason.in(folder.resolve("data.err")));
            }
            return run;
        }
    }

    private PostgresServer postgres(Path log, Path temporary)
            throws PreconditionException, IOException, InterruptedException {
        return temporary == null
                ? PostgresServer.start(home, log, place.folder())
                : PostgresServer.startTemporary(home, log, temporary);
    }

    /** What the program says, and how it ends. */
    private final class Run {
        private final Instant began = Instant.now();
        private DataLoadPlan plan;
        private JsonNode at;
        private JsonNode there;
        private String failure;

        void read(BufferedReader output) throws IOException {
            for (var line = output.readLine(); line != null; line = output.readLine()) {
                var words = line.split(" ", 2);
                switch (words[0]) {
                    case "DOING" -> progress.count(words[1]);
                    case "PLAN" -> {
                        plan = DataLoadPlan.of(JSON.readTree(words[1]));
                        progress.count(plan.text());
                    }
                    case "AT" -> {
                        at = JSON.readTree(words[1]);
                        progress.count(counted());
                    }
                    case "THERE" -> there = JSON.readTree(words[1]);
                    default -> throw new IOException("not understood of the store's program: " + line);
                }
            }
        }

        private String counted() {
            long rows = at.path("rows").asLong();
            double rate = (rows - plan.present()) / at.path("seconds").asDouble();
            return "%,d of %,d rows, %,.0f rows/s, about %,.0f s left"
                    .formatted(rows, plan.rows(), rate, Math.ceil((plan.rows() - rows) / rate));
        }

        /** @throws IOException when it failed and the environment is not to blame */
        void end(int exitCode, Optional<String> lastWords)
                throws PreconditionException, IOException, InterruptedException {
            if (ChildProcess.ending()) {
                throw new InterruptedException("ended with this process");
            }
            if (exitCode == 0) {
                return;
            }
            var reason =
                    lastWords.orElse("the store's program ended with exit code %d without a word".formatted(exitCode));
            if (exitCode == INVALID && there != null) {
                failure = reason;
                return;
            }
            var stays = at == null ? "" : "; what is loaded stays, and the same command goes on behind it";
            if (exitCode == ENVIRONMENT) {
                throw PreconditionException.environment("%s%s", reason, stays);
            }
            throw new IOException(reason + stays);
        }

        DataRecord record() {
            var world = there.path("world");
            var users = there.path("users");
            return new DataRecord(
                    RecordLine.SCHEMA,
                    began,
                    place.store(),
                    there.path("engine").asString(),
                    world.isNull() ? null : JSON.treeToValue(world, DataRecord.World.class),
                    users.isNull() ? null : users.asLong(),
                    at == null
                            ? null
                            : new DataRecord.Loading(
                                    plan.rows(),
                                    plan.present(),
                                    at.path("seconds").asDouble(),
                                    plan.bytesPerRow(),
                                    plan.rowsPerSecond()),
                    failure);
        }
    }
}
