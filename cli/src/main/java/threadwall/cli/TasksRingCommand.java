package threadwall.cli;

import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import threadwall.loadgen.sweep.plan.SweepConfig.Workers;
import threadwall.process.PreconditionException;
import threadwall.tasks.TaskWorkload;
import threadwall.tasks.TaskWorkload.Test;

@Command(
        name = "ring",
        sortOptions = false,
        customSynopsis = {"./threadwall tasks ring [OPTION...]"},
        description = {
            "Measures what it costs to send a message from task to task.",
            "N tasks form a ring. One message goes around it: each task receives it and sends it to the next. With two"
                    + " tasks that is a ping-pong. A checksum shows that each received it in its turn.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  ./threadwall tasks ring",
            "  ./threadwall tasks ring --tasks 2 --runtimes go,java-virtual,kilim --workers 1,2 --repeats 3",
            "",
            TasksOptions.EXIT_CODES
        })
final class TasksRingCommand extends AbstractCommand {

    private static final int SMALLEST = 2;

    @Option(
            names = "--tasks",
            split = ",",
            paramLabel = "N",
            converter = CountConverter.Count.class,
            defaultValue = "2,1000",
            description = "Numbers of tasks in the ring, at least 2; the smallest goes first (default: 2,1k).")
    private List<Integer> tasks;

    @Option(
            names = "--duration",
            paramLabel = "TIME",
            converter = TimeConverter.Seconds.class,
            defaultValue = "5s",
            description = "How long messages are counted, after a second of warm-up (default: ${DEFAULT-VALUE}).")
    private int seconds;

    @Option(
            names = "--workers",
            split = ",",
            paramLabel = "N|default",
            converter = CountConverter.WorkersOfServer.class,
            defaultValue = "default",
            description = "Threads that run the tasks of rust-tokio, go, java-virtual and kilim; each value is a row"
                    + " (default: one per CPU).")
    private List<Workers> workers;

    @Mixin
    private TasksOptions run;

    @Override
    public Integer call() throws Exception {
        for (var count : tasks) {
            if (count < SMALLEST) {
                throw PreconditionException.usage(
                        "--tasks %d: a ring needs two tasks; use --tasks %d or more", count, SMALLEST);
            }
        }
        if (run.limit().toSeconds() <= seconds) {
            throw PreconditionException.usage(
                    "--time-limit %d s ends before a --duration of %d s does; raise --time-limit, or use a shorter --duration",
                    run.limit().toSeconds(), seconds);
        }
        var workloads = tasks.stream()
                .distinct()
                .sorted()
                .map(count -> TaskWorkload.ring(count, seconds))
                .toList();
        return run.run(
                commandLine(),
                Test.RING,
                workloads,
                workers.stream().map(Workers::number).toList());
    }
}
