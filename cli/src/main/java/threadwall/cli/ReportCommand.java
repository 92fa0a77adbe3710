package threadwall.cli;

import static threadwall.cli.OutputOptions.Output.CSV;
import static threadwall.cli.OutputOptions.Output.REPORT_MARKDOWN;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import threadwall.process.PreconditionException;
import threadwall.record.RunFile;
import threadwall.report.CapacitySettings;
import threadwall.report.html.CapacityReport;
import threadwall.report.html.RecordMarkdown;
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
            "It contains the findings, charts with their tables, time lines, command lines,",
            "limits and the machine. It opens from disk and needs no network.",
            "Several runs are shown side by side, with the ratios to the first.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  ./threadwall report --sample",
            "  ./threadwall report results/20261121T130839Z",
            "  ./threadwall report results/before results/after --out compared.html",
            "  ./threadwall report results/before results/after --fail-below 0.95",
            "  ./threadwall report docs/data/20261122-sweep --out report.html --markdown -",
            "",
            "The parts of a report and how each figure is calculated: docs/reference/report.md.",
            "Exit codes: 0 made, 1 a record cannot be read, 2 usage, 3 no finished step to show,",
            "or --fail-below."
        })
final class ReportCommand extends AbstractCommand {

    /** Commands whose runs can be continued. */
    private static final Set<String> RESUMABLE = Set.of("sweep", "capacity");

    /** More runs cannot be told apart in one chart. */
    private static final int MOST = 12;

    @Parameters(
            arity = "0..*",
            paramLabel = "DIR",
            description =
                    "The folder of a run: what ./threadwall sweep, capacity, bench or tasks wrote, with run.jsonl in it.")
    private List<Path> folders = List.of();

    @Option(
            names = "--sample",
            description = "Make the report of a recorded run that comes with the project, in results/sample. Nothing is"
                    + " measured; the report names the machine and the command of that run.")
    private boolean sample;

    @Option(names = "--out", paramLabel = "FILE", description = "The report (default: report.html in the first DIR).")
    private Path out;

    @Option(
            names = "--fail-below",
            paramLabel = "RATIO",
            description =
                    "With two runs of capacity or more: exit with 3 if a server's capacity is below this ratio of the first"
                            + " run's, such as 0.95, and slower by more than the repeats' scatter; also if they cannot show it.")
    private Double failBelow;

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
        checkCapacity(runs);
        if (CapacityReport.hasTrials(runs)) {
            differences(runs)
                    .forEach(clause -> err.println("threadwall: the verdicts compare different loads: " + clause));
        }
        var place = place();
        outputs.open();
        OutputFile.open(place.toString());
        if (sample) {
            err.println(SampleReport.says(runs.getFirst()));
        }
        ReportFile.write(runs, place, err);
        outputs.write(
                out(),
                () -> verdicts(runs),
                Map.of(
                        REPORT_MARKDOWN, () -> markdown(runs),
                        CSV, () -> csv(runs)));
        if (!TaskReport.hasTasks(runs) && !SweepReport.hasSteps(runs)) {
            err.println(
                    "threadwall: the run has no finished step, so the report is empty; " + nextStep(runs.getFirst()));
            return Threadwall.INVALID;
        }
        return isBelow(runs) ? Threadwall.INVALID : 0;
    }

    private String nextStep(RecordedRun run) {
        if (!otherTables(List.of(run)).isBlank()) {
            return "--markdown - prints the tables of its " + String.join(" and ", run.others());
        }
        var command = run.start().map(start -> start.command().getFirst()).orElse("");
        return RESUMABLE.contains(command)
                ? "finish it with ./threadwall %s --resume %s, or make another".formatted(command, folders.getFirst())
                : "make another";
    }

    /** What later runs of capacity show against the first; empty for any others. */
    private static String verdicts(List<RecordedRun> runs) {
        return CapacityReport.hasTrials(runs)
                ? CapacityReport.verdicts(runs).stream()
                        .map(sentence -> sentence + "\n")
                        .collect(Collectors.joining())
                : "";
    }

    private boolean isBelow(List<RecordedRun> runs) {
        if (failBelow == null) {
            return false;
        }
        var shortfalls = CapacityReport.shortfalls(runs, failBelow);
        shortfalls.forEach(
                shortfall -> err().println("threadwall: --fail-below %s: %s".formatted(failBelow, shortfall)));
        return !shortfalls.isEmpty();
    }

    /** A clause for each later run of capacity whose settings are not those of the first. */
    private List<String> differences(List<RecordedRun> runs) {
        var clauses = new ArrayList<String>();
        var first = CapacitySettings.of(runs.getFirst().steps());
        for (int i = 1; first.isPresent() && i < runs.size(); i++) {
            var different = CapacitySettings.of(runs.get(i).steps())
                    .map(first.get()::differences)
                    .orElse(List.of());
            if (!different.isEmpty()) {
                clauses.add("%s and %s differ: %s"
                        .formatted(folders.getFirst(), folders.get(i), String.join(", ", different)));
            }
        }
        return clauses;
    }

    private static String markdown(List<RecordedRun> runs) {
        if (TaskReport.hasTasks(runs)) {
            return TaskReport.markdown(runs);
        }
        if (CapacityReport.hasTrials(runs)) {
            return CapacityReport.markdown(runs);
        }
        var others = SweepReport.hasSteps(runs) ? "" : otherTables(runs);
        return others.isBlank() ? ReportTables.markdown(runs) : others;
    }

    /** Of runs whose lines a report does not draw, the tables that their commands printed; blank if there are none. */
    private static String otherTables(List<RecordedRun> runs) {
        return runs.stream()
                .map(run -> RecordMarkdown.of(run, Optional.empty()))
                .collect(Collectors.joining("\n"));
    }

    private static String csv(List<RecordedRun> runs) {
        if (TaskReport.hasTasks(runs)) {
            return TaskReport.csv(runs);
        }
        return CapacityReport.hasTrials(runs) ? CapacityReport.csv(runs) : ReportTables.csv(runs);
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
                            ? "--sample shows its own run and takes no DIR; leave --sample out to see yours"
                            : "no run given; name its folder, such as results/<UTC time>, or use --sample");
        }
        outputs.requireDistinct();
        if (out != null && out.toString().equals("-")) {
            throw PreconditionException.usage(
                    "--out - is not possible: the report is an HTML page. Give --out a file name, or use '--markdown"
                            + " -' or '--csv -' for standard output");
        }
        if (folders.size() > MOST) {
            throw PreconditionException.usage(
                    "asked for %d runs side by side; a report shows at most %d: make several reports",
                    folders.size(), MOST);
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
                            "%s is not a tasks run, but another run is; make separate reports", folders.get(i));
                }
            }
        }
    }

    /** @throws PreconditionException (usage) when runs of capacity and others are mixed, or there is nothing to compare */
    private void checkCapacity(List<RecordedRun> runs) throws PreconditionException {
        boolean capacity = CapacityReport.hasTrials(runs);
        for (int i = 0; capacity && i < runs.size(); i++) {
            if (!CapacityReport.hasTrials(List.of(runs.get(i)))) {
                throw PreconditionException.usage(
                        "%s is not a capacity run, but another run is; make separate reports", folders.get(i));
            }
        }
        if (failBelow == null) {
            return;
        }
        if (!(failBelow > 0 && failBelow <= 1)) {
            throw PreconditionException.usage(
                    "--fail-below %s is not a ratio such as 0.95 (above 0, up to 1)", failBelow);
        }
        if (!capacity || runs.size() < 2) {
            throw PreconditionException.usage(
                    "--fail-below compares runs of ./threadwall capacity: name two of them, the earlier one first");
        }
        var differences = differences(runs);
        if (!differences.isEmpty()) {
            throw PreconditionException.usage(
                    "--fail-below compares capacities of the same load, but %s; run capacity again with the first run's"
                            + " options",
                    differences.getFirst());
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
