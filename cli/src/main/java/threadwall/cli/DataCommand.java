package threadwall.cli;

import static threadwall.cli.OutputOptions.Output.RECORD_FOLDER;
import static threadwall.cli.OutputOptions.Output.RECORD_JSON;

import java.util.Map;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import threadwall.loadgen.testbed.Provenance;
import threadwall.loadgen.testbed.database.DataLoadPlan;
import threadwall.loadgen.testbed.database.DataLocation;
import threadwall.loadgen.testbed.database.StoreData;
import threadwall.process.PreconditionException;
import threadwall.record.DataRecord;
import threadwall.record.RunFile;
import threadwall.report.DataText;

@Command(
        name = "data",
        customSynopsis = {"./threadwall data load|info|drop [OPTION...]"},
        description = {
            "Loads rows for /db2 into a store, shows what a store holds, or deletes it.",
            "The stores and what each guarantees: docs/reference/stores.md.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  ./threadwall data load --rows 1M --data ~/threadwall-data",
            "  ./threadwall data load --rows 100M --postgres 'jdbc:postgresql://127.0.0.1:5432/test?user=me'",
            "  ./threadwall data load --rows 1G --store embedded --data ~/store --dry-run",
            "  ./threadwall data info --data ~/threadwall-data",
            "",
            "Exit codes: 0 done; 2 usage; 3 the rows read back are not those written; 4 the environment does not allow"
                    + " it: the disk is too small, or the store does not answer or holds other rows."
        })
final class DataCommand extends AbstractCommand {

    @Override
    public Integer call() {
        throw usage("data needs a subcommand: load, info or drop");
    }

    @Command(
            name = "load",
            sortOptions = false,
            description = {
                "Adds rows to the table world until it has N.",
                "Ids are 1, 2, 3, …, each with a random number. Rows are committed as they are loaded: if the load is"
                        + " interrupted, repeat the command to continue. At the end all rows are read back and"
                        + " compared.",
                ""
            })
    int load(
            @Mixin HelpOption help,
            @Option(
                            names = "--rows",
                            required = true,
                            paramLabel = "N",
                            converter = CountConverter.Count.class,
                            description = "Rows that world will have, such as 1M, 100M or 1G.")
                    int rows,
            @Mixin DataLocationOptions where,
            @Option(names = "--dry-run", description = "Load and delete a few rows to estimate time and size.")
                    boolean dryRun,
            @Mixin LoadOutputs outputs)
            throws Exception {
        if (!dryRun) {
            return load(where.location(), rows, outputs);
        }
        outputs.requireNone("--dry-run");
        return plan(where.location(), rows);
    }

    private int plan(DataLocation location, int rows) throws Exception {
        try (var progress = progress()) {
            var plan = data(location, progress).plan(rows);
            progress.close();
            print(plan.map(DataLoadPlan::text).orElse("world already has all %,d rows".formatted(rows)) + "\n");
            return 0;
        }
    }

    private int load(DataLocation location, int rows, LoadOutputs outputs) throws Exception {
        outputs.open();
        RunFolder.requireWritable(outputs.recordFolder());
        var run = Provenance.run(Threadwall.home(), arguments(), Set.of());
        var err = err();
        var interruption = InterruptedRun.unlessDone("loaded rows are kept; repeat the command to continue", err);
        try (var progress = progress()) {
            var record = data(location, progress).load(rows);
            progress.close();
            print(outputs, location, record);
            var file = RunFile.in(outputs.createRecordFolder());
            file.append(run);
            file.append(record);
            err.println("record: " + file.path());
            return record.failure() == null ? 0 : Threadwall.INVALID;
        } finally {
            interruption.done();
        }
    }

    @Command(
            name = "info",
            sortOptions = false,
            description = {"Shows what a store holds: rows, bytes, users. Reads all rows of world.", ""})
    int info(@Mixin HelpOption help, @Mixin DataLocationOptions where, @Mixin InfoOutputs outputs) throws Exception {
        outputs.open();
        var location = where.location();
        try (var progress = progress()) {
            var record = data(location, progress).info();
            progress.close();
            print(outputs, location, record);
            return 0;
        }
    }

    @Command(
            name = "drop",
            sortOptions = false,
            description = {
                "Deletes the tables world and users, or the whole file of the embedded store.",
                "Without --yes it shows what it would delete.",
                ""
            })
    int drop(
            @Mixin HelpOption help,
            @Mixin DataLocationOptions where,
            @Option(names = "--yes", description = "Really delete.") boolean yes)
            throws Exception {
        var location = where.location();
        try (var progress = progress()) {
            var data = data(location, progress);
            var info = data.info();
            progress.close();
            print(DataText.render(location.text(), info));
            if (!yes) {
                throw PreconditionException.usage("nothing deleted; add --yes to delete the above");
            }
            data.drop();
            print("deleted\n");
            return 0;
        }
    }

    private static StoreData data(DataLocation location, ConsoleProgress progress) {
        return new StoreData(Threadwall.home(), location, progress);
    }

    private ConsoleProgress progress() {
        return new ConsoleProgress(err());
    }

    /** picocli creates these itself: they are parameters of a method. */
    static final class LoadOutputs extends OutputOptions {
        LoadOutputs() {
            super(RECORD_JSON, RECORD_FOLDER);
        }
    }

    static final class InfoOutputs extends OutputOptions {
        InfoOutputs() {
            super(RECORD_JSON);
        }
    }

    private void print(OutputOptions outputs, DataLocation place, DataRecord record) {
        outputs.write(
                out(),
                () -> DataText.render(place.text(), record),
                Map.of(RECORD_JSON, () -> RunFile.json(record) + "\n"));
    }

    private void print(String text) {
        out().print(text);
        out().flush();
    }
}
