package threadwall.cli;

import static threadwall.cli.OutputOptions.Output.CSV;
import static threadwall.cli.OutputOptions.Output.REPORT_MARKDOWN;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import threadwall.process.PreconditionException;
import threadwall.record.RunFile;
import threadwall.report.html.RecordedRun;
import threadwall.report.html.ReportTables;
import threadwall.report.html.RunReader;
import threadwall.report.html.SweepReport;
import threadwall.report.html.TaskReport;

@Command(
        name = "report",
        sortOptions = false,
        customSynopsis = {"./threadwall report [OPTION...] DIR [DIR...]", "./threadwall report --sample [OPTION...]"},
        description = {
            "Makes one HTML file of a run, or of several side by side.",
            "What was found, charts with their tables, time lines, command lines, limits and",
            "the machine are in it. It needs no network and opens from disk.",
            "Several runs are shown side by side, with the ratios to the first.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  ./threadwall report --sample",
            "  ./threadwall report results/20261121T130839Z",
            "  ./threadwall report results/before results/after --out compared.html",
            "  ./threadwall report docs/data/20261122-sweep --out report.html --markdown -",
            "",
            "What it has and how each figure is made: docs/reference/report.md.",
            "Exit codes: 0 made, 1 a record cannot be read, 2 usage, 3 no finished step to show."
        })
final class ReportCommand extends AbstractCommand {

    /** More runs cannot be told apart in one chart. */
    private static final int MOST = 12;

    @Parameters(
            arity = "0..*",
            paramLabel = "DIR",
            description = "The folder of a run: what ./threadwall sweep, bench or tasks wrote, with run.jsonl in it.")
    private List<Path> folders = List.of();

    @Option(
            names = "--sample",
            description = "A first look without running anything: the report of a run that comes with the project,"
                    + " into results/sample; it says on what machine and by which command that was recorded.")
    private boolean sample;

    @Option(names = "--out", paramLabel = "FILE", description = "The report (default: report.html in the first DIR).")
    private Path out;

    @Mixin
    private final OutputOptions outputs = new OutputOptions(REPORT_MARKDOWN, CSV);

    @Override
    public Integer call() throws Exception {
        checkPlaces();
        if (sample) {
            folders = List.of(SampleReport.folder(Threadwall.home()));
        }
        for (var folder : folders) {
            RunFolder.requireRun("report", folder);
        }
        var err = err();
        var runs = read();
        for (var run : runs) {
            run.content().skipped().forEach(line -> err.println("threadwall: skipped: " + line));
        }
        checkContent(runs);
        var place = place();
        outputs.open();
        OutputFile.open(place.toString());
        if (sample) {
            err.println(SampleReport.says(runs.getFirst()));
        }
        ReportFile.write(runs, place, err);
        boolean tasks = TaskReport.hasTasks(runs);
        outputs.write(
                out(),
                () -> "",
                Map.of(
                        REPORT_MARKDOWN, () -> tasks ? TaskReport.markdown(runs) : ReportTables.markdown(runs),
                        CSV, () -> tasks ? TaskReport.csv(runs) : ReportTables.csv(runs)));
        if (!tasks && !SweepReport.hasSteps(runs)) {
            err.println(
                    "threadwall: there is no finished step of a load in it, and the report says so; ./threadwall sweep"
                            + " and bench speed make some, sweep --resume goes on with a run");
            return Threadwall.INVALID;
        }
        return 0;
    }

    private Path place() throws IOException {
        if (out != null) {
            return out;
        }
        return sample ? SampleReport.report(Threadwall.home()) : ReportFile.in(folders.getFirst());
    }

    private void checkPlaces() throws PreconditionException {
        if (sample != folders.isEmpty()) {
            throw PreconditionException.usage(
                    sample
                            ? "--sample is a run of its own and takes no DIR; name the folder alone to see yours"
                            : "no run is named; name its folder, results/<UTC time>, or see one by --sample");
        }
        outputs.requireDistinct();
        if (out != null && out.toString().equals("-")) {
            throw PreconditionException.usage(
                    "--out takes a file: a page is for a browser; --markdown - and --csv - print");
        }
        if (folders.size() > MOST) {
            throw PreconditionException.usage(
                    "asked for %d runs side by side; a report shows %d: make several", folders.size(), MOST);
        }
        if (folders.stream()
                        .map(folder -> folder.toAbsolutePath().normalize())
                        .distinct()
                        .count()
                < folders.size()) {
            throw PreconditionException.usage("the same run is given twice: name two different runs");
        }
    }

    /**
     * @throws IOException when a file that is not empty has no record
     * @throws PreconditionException (usage) when runs of servers and runs of tasks are mixed
     */
    private void checkContent(List<RecordedRun> runs) throws IOException, PreconditionException {
        for (int i = 0; i < runs.size(); i++) {
            var content = runs.get(i).content();
            if (content.lines().isEmpty() && !content.skipped().isEmpty()) {
                throw new IOException("%s is not a threadwall record"
                        .formatted(RunFile.in(folders.get(i)).path()));
            }
        }
        if (TaskReport.hasTasks(runs)) {
            for (int i = 0; i < runs.size(); i++) {
                if (runs.get(i).tasks().isEmpty()) {
                    throw PreconditionException.usage(
                            "%s holds no tasks as the others do: runs of servers and of tasks have a report each",
                            folders.get(i));
                }
            }
        }
    }

    private List<RecordedRun> read() throws IOException {
        try (var progress = new ConsoleProgress(err())) {
            return RunReader.read(folders, text -> {
                if (folders.size() > 1) {
                    progress.note(text);
                }
            });
        }
    }
}
