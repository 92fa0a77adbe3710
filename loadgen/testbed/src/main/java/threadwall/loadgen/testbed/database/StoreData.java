package threadwall.loadgen.testbed.database;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import threadwall.process.ChildProcess;
import threadwall.process.PreconditionException;
import threadwall.process.Progress;
import threadwall.process.cleanup.FolderLock;
import threadwall.record.DataRecord;
import threadwall.record.RecordLine;
import threadwall.record.RunFile;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The data of one store. A program that knows the store does the work; this class starts it and reads its output. */
public final class StoreData {

    private static final Duration EXIT_TIMEOUT = Duration.ofMinutes(1);

    private static final int INVALID = 3;
    private static final int ENVIRONMENT = 4;

    private static final JsonMapper JSON = new JsonMapper();

    private final Path home;
    private final DataLocation location;
    private final Progress progress;

    public StoreData(Path home, DataLocation location, Progress progress) {
        this.home = home;
        this.location = location;
        this.progress = progress;
    }

    /**
     * Adds rows to the table {@code world} until it has this number, whatever it has now.
     *
     * @throws PreconditionException (environment) when the store does not allow it: its disk is too small, it is down,
     *     or the table has rows of another program
     */
    public DataRecord load(int rows) throws PreconditionException, IOException, InterruptedException {
        return run(List.of("load", "--rows", Integer.toString(rows))).record();
    }

    /**
     * The same for a run, which keeps the record of it and depends on these rows. A table with more rows than that is
     * used as it is: its first rows are the same.
     *
     * @throws IOException also when the rows are missing afterwards
     */
    public DataRecord loadFor(RunFile run, int rows) throws PreconditionException, IOException, InterruptedException {
        var present = info();
        var hasMore = present.world() != null
                && present.world().asLoaded()
                && present.world().rows() > rows;
        var data = hasMore ? present : load(rows);
        run.append(data);
        if (data.failure() != null) {
            throw new IOException("the rows read back are not those loaded: " + data.failure());
        }
        progress.note("table world has all %,d rows".formatted(rows));
        return data;
    }

    /**
     * Estimates a load by a trial that leaves nothing behind. Where a PostgreSQL would have to be created, the trial
     * uses a temporary one on the same disk.
     *
     * @return empty when all rows are present
     */
    public Optional<DataLoadPlan> plan(int rows) throws PreconditionException, IOException, InterruptedException {
        var arguments = List.of("load", "--dry-run", "--rows", Integer.toString(rows));
        boolean temporary = location.needsPostgres() && location.isEmpty();
        return Optional.ofNullable(run(arguments, temporary ? location.existing() : null).plan);
    }

    /**
     * Describes the data.
     *
     * @throws PreconditionException (environment) when the store does not answer, or does not exist
     */
    public DataRecord info() throws PreconditionException, IOException, InterruptedException {
        location.requireExists();
        return run(List.of("info")).record();
    }

    /** Removes the tables {@code world} and {@code users}. */
    public void drop() throws PreconditionException, IOException, InterruptedException {
        location.requireExists();
        run(List.of("drop"));
    }

    private Run run(List<String> arguments) throws PreconditionException, IOException, InterruptedException {
        return run(arguments, null);
    }

    /**
     * @param temporary where to create the folder of a temporary PostgreSQL; {@code null} to use the data's location
     */
    private Run run(List<String> arguments, Path temporary)
            throws PreconditionException, IOException, InterruptedException {
        try (var temporaryFolder = FolderLock.ofTemporary("threadwall-data-");
                var postgres = location.needsPostgres() ? postgres(temporaryFolder.folder(), temporary) : null) {
            var all = new ArrayList<>(arguments);
            all.addAll(location.options(postgres == null ? null : postgres.url()));
            var files = temporaryFolder.folder().resolve("data");
            var run = new Run();
            try (var process = ChildProcess.start(home, files, StoreProgram.DATA.command(all), null)) {
                run.read(new BufferedReader(new InputStreamReader(process.output(), StandardCharsets.UTF_8)));
                process.await(EXIT_TIMEOUT); // its output is closed, so it is about to exit
                run.end(process.exitCode(), process.exitReason());
            }
            return run;
        }
    }

    private PostgresServer postgres(Path log, Path temporary)
            throws PreconditionException, IOException, InterruptedException {
        var place = temporary == null
                ? List.of("--data", location.folder().toString())
                : List.of("--temporary-in", temporary.toString());
        return PostgresServer.start(home, log, place);
    }

    /** The program's output, and how it ended. */
    private final class Run {
        private final Instant began = Instant.now();
        private DataLoadPlan plan;
        private JsonNode progressNow;
        private JsonNode present;
        private String failure;

        void read(BufferedReader output) throws IOException {
            for (var line = output.readLine(); line != null; line = output.readLine()) {
                var arguments = line.split(" ", 2);
                switch (arguments[0]) {
                    case "DOING" -> progress.count(arguments[1]);
                    case "PLAN" -> {
                        plan = DataLoadPlan.of(JSON.readTree(arguments[1]));
                        progress.count(plan.text());
                    }
                    case "AT" -> {
                        progressNow = JSON.readTree(arguments[1]);
                        progress.count(progressText());
                    }
                    case "THERE" -> present = JSON.readTree(arguments[1]);
                    default -> throw new IOException("unexpected line from the store's program: " + line);
                }
            }
        }

        private String progressText() {
            long rows = progressNow.path("rows").asLong();
            double rate = (rows - plan.present()) / progressNow.path("seconds").asDouble();
            return "%,d of %,d rows, %,.0f rows/s, about %,.0f s left"
                    .formatted(rows, plan.rows(), rate, Math.ceil((plan.rows() - rows) / rate));
        }

        /** @throws IOException when it failed for another reason than the environment */
        void end(int exitCode, Optional<String> lastError)
                throws PreconditionException, IOException, InterruptedException {
            if (ChildProcess.shuttingDown()) {
                throw new InterruptedException("ended with this process");
            }
            if (exitCode == 0) {
                return;
            }
            var reason = lastError.orElse(
                    "the store's program ended with exit code %d without a message".formatted(exitCode));
            if (exitCode == INVALID && present != null) {
                failure = reason;
                return;
            }
            var resumeHint = progressNow == null ? "" : "; loaded rows are kept; repeat the command to continue";
            if (exitCode == ENVIRONMENT) {
                throw PreconditionException.environment("%s%s", reason, resumeHint);
            }
            throw new IOException(reason + resumeHint);
        }

        DataRecord record() {
            var world = present.path("world");
            var users = present.path("users");
            return new DataRecord(
                    RecordLine.SCHEMA,
                    began,
                    location.store(),
                    present.path("engine").asString(),
                    world.isNull() ? null : JSON.treeToValue(world, DataRecord.World.class),
                    users.isNull() ? null : users.asLong(),
                    progressNow == null
                            ? null
                            : new DataRecord.Loading(
                                    plan.rows(),
                                    plan.present(),
                                    progressNow.path("seconds").asDouble(),
                                    plan.bytesPerRow(),
                                    plan.rowsPerSecond()),
                    failure);
        }
    }
}
