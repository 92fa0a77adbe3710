package threadwall.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import threadwall.loadgen.http.RequestRoute;
import threadwall.loadgen.sweep.plan.SweepConfig.Target;
import threadwall.loadgen.sweep.plan.TargetResolver;
import threadwall.loadgen.sweep.plan.UserLoad;
import threadwall.loadgen.sweep.step.SweepRunner;
import threadwall.loadgen.testbed.database.DatabaseProvider;
import threadwall.process.PreconditionException;
import threadwall.record.RunFile;
import threadwall.record.StepRecord;
import threadwall.record.StepRecord.Outcome;
import threadwall.report.SweepTable;
import threadwall.report.TableFormat;

@Command(
        name = "record",
        sortOptions = false,
        customSynopsis = {"./threadwall record [OPTION...] -- COMMAND"},
        description = {
            "Runs your own load by ab as it is, and measures both sides.",
            "It samples the server and ab, checks answers beside the load, and leaves a record and a report like those of a"
                    + " sweep.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  ./threadwall record -- ab -k -c 1000 -n 100000 'http://127.0.0.1:8080/json2?time=100'",
            "  . ops/aliases.sh; r2; ./threadwall record -- ops/ulim.sh \"ab -r -l -c20000 -n200000"
                    + " http://127.0.0.$r2:8080/json2?time=100\"",
            "",
            "The server has to run already. The command has its soft limit of open files raised to the hard one, and is"
                    + " ended after 15 minutes. Exit codes: 0 good, 2 usage, 3 requests failed or answers were wrong, 4 the"
                    + " environment does not allow it."
        })
final class RecordCommand extends AbstractCommand {

    @Parameters(arity = "1..*", paramLabel = "COMMAND", description = "The command, in which one ab makes the load.")
    private List<String> words;

    @Option(
            names = "--name",
            paramLabel = "NAME",
            defaultValue = "server",
            description = "Name of the server in the table (default: ${DEFAULT-VALUE}).")
    private String name;

    @Option(
            names = "--expect",
            paramLabel = "KEY=VALUE[,KEY=VALUE...]",
            description = "As of sweep, for a route of your own.")
    private String expected;

    @Option(names = "--ignore", paramLabel = "REGEX", description = "As of sweep, for a route of your own.")
    private String ignore;

    @Option(names = "--out", paramLabel = "DIR", description = "The run's folder (default: results/<UTC time>).")
    private Path out;

    @Override
    public Integer call() throws Exception {
        var home = Threadwall.home();
        var load = UserLoad.parse(words);
        var settings = (expected == null ? ExpectedAnswer.ANY : ExpectedAnswer.parse(expected))
                .settings(null, TargetOptions.ignorePattern(ignore));
        var target = (Target.Running) TargetResolver.resolve(name + "=" + load.server(), null, settings);
        TargetResolver.requireUse(target, RequestRoute.of(load.route()));
        var step = load.step(target, words, Path.of("").toAbsolutePath());
        var folder = folder(home);
        try (var progress = new ConsoleProgress(err())) {
            var unfinished = InterruptedRun.unlessDone(
                    folder, out == null ? "start it again" : "start it again with another --out", err());
            var records = new SweepRunner(home, folder, DatabaseProvider.given(null), false, progress)
                    .run(List.of(step), arguments(), done -> {});
            unfinished.done();
            progress.close();
            show(folder.resolve(step.folder()).resolve("ab-1.txt"));
            out().print(TableFormat.TEXT.render(SweepTable.of(records)));
            out().flush();
            err().println("record: " + RunFile.in(folder).path());
            boolean reported = ReportFile.writeAtEnd(folder, err());
            return records.stream().map(StepRecord::outcome).allMatch(Outcome.OK::equals)
                    ? reported ? 0 : Threadwall.FAILED
                    : Threadwall.INVALID;
        }
    }

    private Path folder(Path home) throws PreconditionException, IOException {
        var folder = out == null ? RunFolder.now(home) : out;
        if (RunFile.in(folder).exists()) {
            throw PreconditionException.usage("%s already holds a run; choose another --out", folder);
        }
        RunFolder.requireWritable(folder);
        if (out == null) {
            RunFolder.take(folder);
        }
        Files.createDirectories(folder);
        return folder;
    }

    /** What the user's own command has printed. */
    private void show(Path output) throws IOException {
        if (Files.exists(output)) {
            out().println(Files.readString(output));
        }
    }
}
