package threadwall.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
        name = "tasks",
        synopsisSubcommandLabel = "sleep|hashmap|ring",
        description = {
            "Runs the same small task programs in every runtime and measures them from outside.",
            "How to run and read it: docs/guides/measure-tasks.md.",
            ""
        },
        subcommands = {TasksSleepCommand.class, TasksHashmapCommand.class, TasksRingCommand.class})
final class TasksCommand {

    @Mixin
    private HelpOption help;
}
