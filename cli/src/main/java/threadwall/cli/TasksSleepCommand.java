package threadwall.cli;

import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import threadwall.process.PreconditionException;
import threadwall.tasks.TaskWorkload;
import threadwall.tasks.TaskWorkload.Test;

@Command(
        name = "sleep",
        sortOptions = false,
        customSynopsis = {"./threadwall tasks sleep [OPTION...]"},
        description = {
            "Measures what N sleeping tasks cost in each runtime.",
            "Each program starts N tasks that sleep, all alive at once, and waits for them.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  ./threadwall tasks sleep --tasks 1,10k --runtimes go,java-virtual,kilim-timer",
            "  ./threadwall tasks sleep --tasks 1,10k,100k,1M --install",
            "",
            TasksOptions.EXIT_CODES
        })
final class TasksSleepCommand extends AbstractCommand {

    @Option(
            names = {"--tasks", "--n"},
            split = ",",
            paramLabel = "N",
            converter = CountConverter.Count.class,
            defaultValue = "1,10k,100k",
            description = "Numbers of tasks; the smallest goes first (default: ${DEFAULT-VALUE}).")
    private List<Integer> tasks;

    @Option(
            names = "--sleep",
            paramLabel = "TIME",
            converter = TimeConverter.Precise.class,
            defaultValue = "10s",
            description = "How long each task sleeps (default: ${DEFAULT-VALUE}).")
    private Duration sleep;

    @Mixin
    private TasksOptions run;

    @Override
    public Integer call() throws Exception {
        if (run.limit().compareTo(sleep) <= 0) {
            throw PreconditionException.usage(
                    "--time-limit %d s ends before a sleep of %.1f s does; raise --time-limit, or use a shorter --sleep",
                    run.limit().toSeconds(), sleep.toMillis() / 1e3);
        }
        var workloads = tasks.stream()
                .distinct()
                .sorted()
                .map(count -> TaskWorkload.sleep(count, sleep))
                .toList();
        return run.run(commandLine(), Test.SLEEP, workloads, List.of(OptionalInt.empty()));
    }
}
