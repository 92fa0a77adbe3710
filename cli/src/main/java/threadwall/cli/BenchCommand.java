package threadwall.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "bench",
        synopsisSubcommandLabel = "speed|idle",
        description = {
            "Measures servers side by side, peers in C and of plain virtual threads among them.",
            "What is measured and how stands in docs/bench.md.",
            ""
        },
        subcommands = {SpeedCommand.class, IdleCommand.class})
final class BenchCommand {

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help and exit.")
    private boolean help;
}
