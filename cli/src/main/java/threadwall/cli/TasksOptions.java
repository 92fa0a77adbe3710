package threadwall.cli;

import static threadwall.cli.OutputOptions.Output.MARKDOWN;
import static threadwall.cli.OutputOptions.Output.RUN_FOLDER;
import static threadwall.cli.OutputOptions.Output.RUN_JSON;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import threadwall.loadgen.testbed.Provenance;
import threadwall.process.PreconditionException;
import threadwall.record.RunFile;
import threadwall.record.TaskRecord;
import threadwall.record.TaskRecord.Outcome;
import threadwall.report.ShellQuoting;
import threadwall.report.TaskTable;
import threadwall.tasks.TaskBench;
import threadwall.tasks.TaskPlan;
import threadwall.tasks.TaskPrograms;
import threadwall.tasks.TaskWorkload;
import threadwall.tasks.TaskWorkload.Test;

/** What all commands of {@code tasks} take, and how they run. */
final class TasksOptions {

    /** The end of all commands' help. */
    static final String EXIT_CODES =
            "Every run is kept in results/. Exit codes: 0 all ran, or were stopped by a known limit, --time-limit or a lack of"
                    + " memory; 2 usage; 3 a count or a sum is wrong, a program failed, or an unknown limit stopped it; 4 the"
                    + " environment does not allow it, or all toolchains are missing.";

    private static final int ENVIRONMENT = 4;

    @Option(
            names = "--runtimes",
            split = ",",
            paramLabel = "NAME",
            description = "Runtimes to measure, in this order (default: all; an unknown name lists them).")
    private List<String> runtimes = List.of();

    @Option(
            names = "--repeats",
            paramLabel = "N",
            converter = CountConverter.Count.class,
            defaultValue = "1",
            description = "Runs of each runtime, all in turn (default: ${DEFAULT-VALUE}).")
    private int repeats;

    @Option(
            names = {"--time-limit", "--limit"},
            paramLabel = "TIME",
            converter = TimeConverter.Seconds.class,
            defaultValue = "2m",
            description = "Time limit of each run; a program that takes longer is stopped, and its estimated time is"
                    + " printed (default: ${DEFAULT-VALUE}).")
    private int limitSeconds;

    @Option(names = "--install", description = "Install missing toolchains, and say which.")
    private boolean install;

    @Option(names = "--dry-run", description = "Print the plan with every command line, and run nothing.")
    private boolean dryRun;

    @Mixin
    private final OutputOptions outputs = new OutputOptions(RUN_JSON, MARKDOWN, RUN_FOLDER);

    /**
     * @param workloads one for each run of all programs, in this order
     * @param workers of programs that take a number of them; empty for one per CPU
     */
    int run(CommandLine command, Test test, List<TaskWorkload> workloads, List<OptionalInt> workers)
            throws PreconditionException, IOException, InterruptedException {
        var programs = TaskPrograms.each(TaskPrograms.named(test, runtimes), workers);
        var folder = outputs.runFolder();
        var plans = TaskPlan.of(
                programs,
                workloads,
                repeats,
                RunFolder.shown(folder),
                Runtime.getRuntime().availableProcessors());
        if (dryRun) {
            print(plans, command);
            return 0;
        }
        outputs.open();
        outputs.create(folder);
        var file = RunFile.in(folder);
        var home = Threadwall.home();
        var run = Provenance.run(home, Threadwall.arguments(command), Set.of());
        file.append(run);
        try (var progress = new ConsoleProgress(command.getErr())) {
            progress.note("measuring %d runs, record in %s".formatted(plans.size(), folder));
            var unfinished =
                    InterruptedRun.unlessDone(folder, "finished runs are kept in " + file.path(), command.getErr());
            var records = new TaskBench(home, folder, Duration.ofSeconds(limitSeconds), progress).run(plans, install);
            unfinished.done();
            progress.close();
            var table = TaskTable.of(run, records);
            outputs.write(command.getOut(), table::text, Map.of(RUN_JSON, table::json, MARKDOWN, table::markdown));
            command.getErr().println("record: " + file.path());
            boolean reported = ReportFile.writeAtEnd(folder, command.getErr());
            int code = exitCode(records);
            return code == 0 && !reported ? Threadwall.FAILED : code;
        }
    }

    Duration limit() {
        return Duration.ofSeconds(limitSeconds);
    }

    private static void print(List<TaskPlan> plans, CommandLine command) {
        var out = command.getOut();
        out.println("# runs: " + plans.size() + "; commands run from the project's root");
        for (var plan : plans) {
            out.printf("%n# run %d: %s%n%s%n", plan.number(), plan.title(), ShellQuoting.line(plan.command()));
        }
        out.flush();
    }

    /** A wall that is named, a bound of time or of memory and a toolchain that is missing are results. */
    private static int exitCode(List<TaskRecord> records) {
        if (records.stream().anyMatch(TasksOptions::isInvalid)) {
            return Threadwall.INVALID;
        }
        return records.stream().allMatch(record -> record.result().outcome() == Outcome.MISSING) ? ENVIRONMENT : 0;
    }

    private static boolean isInvalid(TaskRecord record) {
        return switch (record.result().outcome()) {
            case OK, TIME, MEMORY, MISSING -> false;
            case WALL -> record.result().limit() == null;
            case WRONG, FAILED -> true;
        };
    }
}
